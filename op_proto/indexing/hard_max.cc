#include "op_proto/indexing/hard_max.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(HardMax, HardMaxInfer) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  if (!opdk::IsUnknownRank(x) && !opdk::CheckedAxis(op, "axis", op.get_attr_axis(), x)) return GRAPH_FAILED;
  return opdk::InferLike(op, "x", "y");
}

INFER_FUNC_REG(HardMax, HardMaxInfer);

}  // namespace ge
