#include "op_proto/norm/softmax.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(SoftmaxV2Infer) {
  if (opdk::InferAlongAxes(op, "x", nullptr, "axes", "y") != GRAPH_SUCCESS) return GRAPH_FAILED;
  bool half_to_float = false;
  (void)op.GetAttr("half_to_float", half_to_float);
  const bool widens = half_to_float && opdk::InputType(op, "x") == DT_FLOAT16;
  return widens ? opdk::InferLike(op, "x", "y", DT_FLOAT) : GRAPH_SUCCESS;
}
COMMON_INFER_FUNC_REG(SoftmaxV2, SoftmaxV2Infer);

IMPLEMT_COMMON_INFERFUNC(LogSoftmaxV2Infer) {
  return opdk::InferAlongAxes(op, "logits", nullptr, "axes", "logsoftmax");
}
COMMON_INFER_FUNC_REG(LogSoftmaxV2, LogSoftmaxV2Infer);

}  // namespace ge
