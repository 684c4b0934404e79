#include "op_proto/norm/softmax.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(SoftmaxInferShape) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  // A scalar is one row of one element; only axis 0 and -1 can mean it.
  const opdk::Dims row = x.empty() ? opdk::Dims{1} : x;
  if (!opdk::IsUnknownRank(x) && !opdk::CheckedAxis(op, "axis", opdk::IntAttr(op, "axis"), row)) return GRAPH_FAILED;
  return opdk::InferLike(op, "x", "y");
}

COMMON_INFER_FUNC_REG(Softmax, SoftmaxInferShape);
COMMON_INFER_FUNC_REG(LogSoftmax, SoftmaxInferShape);

}  // namespace ge
