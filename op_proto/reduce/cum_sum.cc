#include "op_proto/reduce/cum_sum.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(CumSum, CumSumInferShape) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  const opdk::Dims shape = opdk::InputDims(op, "axis");
  if (opdk::IsStatic(shape) && opdk::ExtentProduct(shape) != 1) {
    return opdk::ReportInferError(op, "axis has shape " + opdk::ShapeText(shape) + ", it must have one element");
  }
  const auto axis = opdk::ConstInt(op, "axis");
  if (axis && !opdk::IsUnknownRank(x) && !opdk::CheckedAxis(op, "axis", *axis, x)) return GRAPH_FAILED;
  return opdk::InferLike(op, "x", "y");
}

IMPLEMT_VERIFIER(CumSum, CumSumVerify) {
  if (opdk::CheckFlag(op, "exclusive") != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::CheckFlag(op, "reverse");
}

INFER_FUNC_REG(CumSum, CumSumInferShape);
VERIFY_FUNC_REG(CumSum, CumSumVerify);

}  // namespace ge
