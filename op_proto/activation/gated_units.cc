#include "op_proto/activation/gated_units.h"

#include <string>

#include "opdk/infer.h"
#include "opdk/one_number.h"

namespace ge {
namespace {

// Finds the axis of x that is cut into two halves; reports an axis that doesn't exist or has an odd extent.
graphStatus CheckHalves(const Operator& op, const opdk::Dims& x, size_t& axis) {
  const auto found = opdk::CheckedAxis(op, "dim", opdk::IntAttr(op, "dim"), x);
  if (!found) return GRAPH_FAILED;
  axis = static_cast<size_t>(*found);
  if (x[axis] < 0 || x[axis] % 2 == 0) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op,
                                "x " + opdk::ShapeText(x) + " has no two halves along axis " + std::to_string(axis));
}

}  // namespace

IMPLEMT_INFERFUNC(GLU, GLUInfer) {
  opdk::Dims y = opdk::InputDims(op, "x");
  if (!opdk::IsUnknownRank(y)) {
    size_t axis = 0;
    if (CheckHalves(op, y, axis) != GRAPH_SUCCESS) return GRAPH_FAILED;
    if (y[axis] > 0) y[axis] /= 2;
  }
  return opdk::SetOutput(op, "y", y, opdk::InputType(op, "x"));
}

IMPLEMT_INFERFUNC(GLUGrad, GLUGradInfer) {
  const opdk::Dims x = opdk::InputDims(op, "x"), y_grad = opdk::InputDims(op, "y_grad");
  if (!opdk::IsUnknownRank(x)) {
    size_t axis = 0;
    if (CheckHalves(op, x, axis) != GRAPH_SUCCESS) return GRAPH_FAILED;
    opdk::Dims half = x;
    if (half[axis] > 0) half[axis] /= 2;
    if (!opdk::MergeDims(half, y_grad)) {
      return opdk::ReportInferError(
          op, "y_grad has shape " + opdk::ShapeText(y_grad) + ", it must be " + opdk::ShapeText(half));
    }
  }
  return opdk::InferLike(op, "x", "x_grad");
}
IMPLEMT_VERIFIER(GLUGrad, GLUGradVerify) { return opdk::CheckSameType(op, {"y_grad", "x"}); }

IMPLEMT_COMMON_INFERFUNC(GatedLikeXInfer) { return opdk::InferLike(op, "x", "y"); }

IMPLEMT_INFERFUNC(ThresholdV2, ThresholdV2Infer) {
  if (opdk::CheckOneNumber(op, {"threshold", "value"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::InferLike(op, "x", "y");
}
IMPLEMT_VERIFIER(ThresholdV2, ThresholdV2Verify) { return opdk::CheckSameType(op, {"x", "threshold", "value"}); }

INFER_FUNC_REG(GLU, GLUInfer);
INFER_FUNC_REG(GLUGrad, GLUGradInfer);
VERIFY_FUNC_REG(GLUGrad, GLUGradVerify);
COMMON_INFER_FUNC_REG(BNLL, GatedLikeXInfer);
COMMON_INFER_FUNC_REG(CeluV2, GatedLikeXInfer);
COMMON_INFER_FUNC_REG(FastGeluV2, GatedLikeXInfer);
INFER_FUNC_REG(ThresholdV2, ThresholdV2Infer);
VERIFY_FUNC_REG(ThresholdV2, ThresholdV2Verify);
COMMON_INFER_FUNC_REG(ThresholdV2D, GatedLikeXInfer);
COMMON_INFER_FUNC_REG(Relu6D, GatedLikeXInfer);

}  // namespace ge
