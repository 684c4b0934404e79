#include "pair_add.h"

#include <iostream>
#include <string>
#include <vector>

namespace ge {

COMMON_INFER_FUNC_REG(PairAdd, BROADCAST_INFER("x1", "x2", "y"));
COMMON_INFER_FUNC_REG(PairMul, BROADCAST_INFER("x1", "x2", "y"));

IMPLEMT_VERIFIER(PairAdd, PairAddVerify) {
  if (op.get_input_desc_x1().GetDataType() != op.get_input_desc_x2().GetDataType()) {
    return GRAPH_FAILED;
  }
  return GRAPH_SUCCESS;
}
VERIFY_FUNC_REG(PairAdd, PairAddVerify);

// A second registration of a type does not replace the first.
IMPLEMT_COMMON_INFERFUNC(NeverCalled) {
  (void)op;
  return GRAPH_FAILED;
}
COMMON_INFER_FUNC_REG(PairAdd, NeverCalled);

IMPLEMT_COMMON_INFERFUNC(UpdateInPlaceInfer) {
  TensorDesc output = op.GetOutputDescByName("var");
  output.SetShape(op.GetInputDescByName("var").GetShape());
  output.SetDataType(op.GetInputDescByName("var").GetDataType());
  return op.UpdateOutputDesc("var", output);
}
COMMON_INFER_FUNC_REG(UpdateInPlace, UpdateInPlaceInfer);

IMPLEMT_COMMON_INFERFUNC(ShapeFromInfer) {
  TensorDesc input = op.GetInputDescByName("tensor");
  TensorDesc output = op.GetOutputDescByName("output");
  output.SetDataType(input.GetDataType());
  Tensor shape;
  if (op.GetInputConstData("shape", shape) != GRAPH_SUCCESS) {
    vector<int64_t> dims(static_cast<size_t>(op.GetInputDescByName("shape").GetShape().GetDim(0)), UNKNOWN_DIM);
    output.SetShape(Shape(dims));
    output.SetOriginShape(Shape(dims));
    std::vector<std::pair<int64_t, int64_t>> range(dims.size(), std::pair<int64_t, int64_t>(1, -1));
    output.SetShapeRange(range);
    return op.UpdateOutputDesc("output", output);
  }
  const int32_t* begin = reinterpret_cast<const int32_t*>(shape.GetData());
  std::vector<int64_t> dims(begin, begin + shape.GetSize() / sizeof(int32_t));
  output.SetShape(Shape(dims));
  return op.UpdateOutputDesc("output", output);
}
COMMON_INFER_FUNC_REG(ShapeFrom, ShapeFromInfer);

COMMON_INFER_FUNC_REG(CopyOf, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));

}  // namespace ge
