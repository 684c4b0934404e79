#include "op_proto/shapes/expressions.h"

#include <vector>

namespace ge {

IMPLEMT_COMMON_INFERFUNC(InferLastOne) {
  TensorDesc y = op.GetInputDescByName("x");
  std::vector<int64_t> dims = y.GetShape().GetDims();
  if (dims.empty()) return GRAPH_FAILED;
  if (dims != UNKNOWN_RANK) dims.back() = 1;
  y.SetShape(Shape(dims));
  return op.UpdateOutputDesc("y", y);
}

IMPLEMT_COMMON_INFERFUNC(InferByAttr) {
  bool keep = false;
  static_cast<void>(op.GetAttr("kepe", keep));
  return op.UpdateOutputDesc("y", op.GetInputDescByName("x"));
}

IMPLEMT_COMMON_INFERFUNC(InferByInput) { return op.UpdateOutputDesc("y", op.GetInputDescByName("xx")); }

IMPLEMT_COMMON_INFERFUNC(InferByOutput) {
  static_cast<void>(op.UpdateOutputDesc("yy", op.GetInputDescByName("x")));
  return GRAPH_SUCCESS;
}

COMMON_INFER_FUNC_REG(RuleAttr, InferByAttr);
COMMON_INFER_FUNC_REG(RuleInput, InferByInput);
COMMON_INFER_FUNC_REG(RuleOutput, InferByOutput);
COMMON_INFER_FUNC_REG(CpuMisspelt, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));
COMMON_INFER_FUNC_REG(Misspelt, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));
COMMON_INFER_FUNC_REG(Turned, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));
COMMON_INFER_FUNC_REG(SumsLast, InferLastOne);
COMMON_INFER_FUNC_REG(OtherOrder, BROADCAST_INFER("x1", "x2", "y"));
COMMON_INFER_FUNC_REG(Above, BROADCAST_INFER("x1", "x2", "y"));

}  // namespace ge
