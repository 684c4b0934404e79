// Means taken away and deviations divided by, in float for the 16-bit floats.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

Tensor AwayFromMean(const Tensor& x, const Dims& axes) { return x - reduce_mean(x, axes, true); }

Tensor ByDeviation(const OpParams& op, const Tensor& centered, const Dims& axes) {
  return centered / (vsqrt(reduce_mean(centered * centered, axes, true)) + FloatParam(op, "eps", centered));
}

std::vector<Tensor> CentralizationCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  return {cast_to(AwayFromMean(Widen(x), op.ListInt("axes")), x.dtype())};
}

std::vector<Tensor> MVNCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  Dims axes;
  for (int64_t axis = op.Bool("across_channels") ? 1 : 2; axis < x.rank(); ++axis) axes.push_back(axis);
  const Tensor centered = AwayFromMean(Widen(x), axes);
  return {cast_to(op.Bool("normalize_variance") ? ByDeviation(op, centered, axes) : centered, x.dtype())};
}

std::vector<Tensor> MVNV2Compute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const Dims axes = op.ListInt("axes");
  return {cast_to(ByDeviation(op, AwayFromMean(Widen(x), axes), axes), x.dtype())};
}

std::vector<Tensor> ConfusionSoftmaxGradCompute(const OpParams& op) {
  const Tensor gradient = Widen(op.Input("grad")), x = Widen(op.Input("x"));
  return {cast_to(gradient - reduce_sum(gradient * x, {-1}, true), op.OutputDtype("y"))};
}

REGISTER_OP_COMPUTE(Centralization, CentralizationCompute);
REGISTER_OP_COMPUTE(MVN, MVNCompute);
REGISTER_OP_COMPUTE(MVNV2, MVNV2Compute);
REGISTER_OP_COMPUTE(ConfusionSoftmaxGrad, ConfusionSoftmaxGradCompute);

}  // namespace
}  // namespace tbe
