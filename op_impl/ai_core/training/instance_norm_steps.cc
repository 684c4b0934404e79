// Steps of instance normalization, in float.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

Dims SpatialAxes(const Tensor& x) {
  Dims axes;
  for (int64_t axis = 2; axis < x.rank(); ++axis) axes.push_back(axis);
  return axes;
}

std::vector<Tensor> INTrainingReduceV2Compute(const OpParams& op) {
  const Tensor x = cast_to(op.Input("x"), ge::DT_FLOAT);
  const Dims axes = SpatialAxes(x);
  if (axes.empty()) return {x, x * x};
  return {reduce_sum(x, axes, true), reduce_sum(x * x, axes, true)};
}

// Subtracts `mean` from x, multiplies by `factor` and gamma, and adds beta.
Tensor Normalized(const OpParams& op, const Tensor& mean, Tensor factor) {
  const Tensor x = cast_to(op.Input("x"), ge::DT_FLOAT);
  if (op.HasInput("gamma")) factor = factor * op.Input("gamma");
  Tensor y = (x - mean) * factor;
  if (op.HasInput("beta")) y = y + op.Input("beta");
  return cast_to(y, op.OutputDtype("y"));
}

std::vector<Tensor> INTrainingUpdateV2Compute(const OpParams& op) {
  const Tensor x = op.Input("x"), n = Count(x, SpatialAxes(x), ge::DT_DOUBLE);
  // Computed in double, because the difference of the two may be a small part of either.
  const Tensor exact = cast_to(op.Input("sum"), ge::DT_DOUBLE) / n;
  const Tensor squares = cast_to(op.Input("square_sum"), ge::DT_DOUBLE) / n;
  const Tensor mean = cast_to(exact, ge::DT_FLOAT), variance = cast_to(squares - exact * exact, ge::DT_FLOAT);
  const Tensor y = Normalized(op, mean, vrsqrt(variance + Param(op.Float("epsilon"), ge::DT_FLOAT)));
  if (!op.HasInput("mean")) return {y, mean, variance};
  const Tensor momentum = Param(op.Float("momentum"), ge::DT_FLOAT), rest = 1 - momentum,
               count = cast_to(n, ge::DT_FLOAT);
  const Tensor unbiased = vsel(count > 1, variance * (count / vmax(count - 1, 1)), 0);
  return {y, mean * momentum + op.Input("mean") * rest, unbiased * momentum + op.Input("variance") * rest};
}

std::vector<Tensor> INInferV2Compute(const OpParams& op) {
  const Tensor variance = op.Input("variance");
  const Tensor y = Normalized(op, op.Input("mean"), vrsqrt(variance + Param(op.Float("epsilon"), ge::DT_FLOAT)));
  return {y, op.Input("mean"), variance};
}

std::vector<Tensor> INInferV2DCompute(const OpParams& op) {
  return {Normalized(op, op.Input("mean"), 1 / op.Input("variance_sqrt")), op.Input("mean"), op.Input("variance")};
}

REGISTER_OP_COMPUTE(INTrainingReduceV2, INTrainingReduceV2Compute);
REGISTER_OP_COMPUTE(INTrainingUpdateV2, INTrainingUpdateV2Compute);
REGISTER_OP_COMPUTE(INInferV2, INInferV2Compute);
REGISTER_OP_COMPUTE(INInferV2D, INInferV2DCompute);

}  // namespace
}  // namespace tbe
