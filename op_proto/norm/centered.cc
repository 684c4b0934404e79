#include "op_proto/norm/centered.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(CenteredAlongAxesInfer) {
  if (opdk::InputDims(op, "x").empty()) return opdk::ReportInferError(op, "x is a scalar, it has no axes");
  return opdk::InferAlongAxes(op, "x", nullptr, "axes", "y");
}

IMPLEMT_INFERFUNC(MVN, MVNInfer) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  if (!opdk::IsUnknownRank(x) && x.size() < 3) {
    return opdk::ReportInferError(op, "x " + opdk::ShapeText(x) + " has no axes behind its channels");
  }
  return opdk::InferLike(op, "x", "y");
}

IMPLEMT_INFERFUNC(ConfusionSoftmaxGrad, ConfusionSoftmaxGradInfer) {
  const opdk::Dims grad = opdk::InputDims(op, "grad"), x = opdk::InputDims(op, "x");
  const auto both = opdk::MergeDims(grad, x);
  if (!both || both->empty()) {
    return opdk::ReportInferError(
        op, "grad " + opdk::ShapeText(grad) + " and x " + opdk::ShapeText(x) + " are not rows of one shape");
  }
  return opdk::SetOutput(op, "y", *both, opdk::InputType(op, "grad"));
}
IMPLEMT_VERIFIER(ConfusionSoftmaxGrad, ConfusionSoftmaxGradVerify) { return opdk::CheckSameType(op, {"grad", "x"}); }

COMMON_INFER_FUNC_REG(Centralization, CenteredAlongAxesInfer);
COMMON_INFER_FUNC_REG(MVNV2, CenteredAlongAxesInfer);
INFER_FUNC_REG(MVN, MVNInfer);
INFER_FUNC_REG(ConfusionSoftmaxGrad, ConfusionSoftmaxGradInfer);
VERIFY_FUNC_REG(ConfusionSoftmaxGrad, ConfusionSoftmaxGradVerify);

}  // namespace ge
