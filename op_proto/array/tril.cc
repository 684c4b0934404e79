#include "op_proto/array/tril.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(TriangleInfer) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  if (!opdk::IsUnknownRank(x) && x.size() < 2) {
    return opdk::ReportInferError(op, "x of shape " + opdk::ShapeText(x) + " is no matrix");
  }
  return opdk::InferLike(op, "x", "y");
}

COMMON_INFER_FUNC_REG(Tril, TriangleInfer);
COMMON_INFER_FUNC_REG(Triu, TriangleInfer);

}  // namespace ge
