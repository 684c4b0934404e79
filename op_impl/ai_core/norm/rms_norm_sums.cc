// RmsNorm of a sum, and its gradient, over the axes that gamma has.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

Dims GammaAxes(const Tensor& x, const Tensor& gamma) {
  Dims axes;
  for (int64_t axis = x.rank() - gamma.rank(); axis < x.rank(); ++axis) axes.push_back(axis);
  return axes;
}

// Returns y, rstd and the sum. rstd is float; y and the sum have the dtype of the computation.
std::vector<Tensor> NormOfSum(const OpParams& op) {
  const Tensor sum = Widen(op.Input("x1")) + Widen(op.Input("x2")), gamma = Widen(op.Input("gamma"));
  const Tensor rstd = vrsqrt(reduce_mean(sum * sum, GammaAxes(sum, gamma), true) + FloatParam(op, "epsilon", sum));
  return {sum * rstd * gamma, cast_to(rstd, ge::DT_FLOAT), sum};
}

std::vector<Tensor> AddRmsNormCompute(const OpParams& op) {
  std::vector<Tensor> results = NormOfSum(op);
  for (size_t i : {0, 2}) results[i] = cast_to(results[i], op.OutputDtype("y"));
  return results;
}
std::vector<Tensor> InplaceAddRmsNormCompute(const OpParams& op) {
  std::vector<Tensor> results = NormOfSum(op);
  for (size_t i : {0, 2}) results[i] = cast_to(results[i], op.OutputDtype("x1"));
  return results;
}

std::vector<Tensor> RmsNormGradCompute(const OpParams& op) {
  const Tensor x = Widen(op.Input("x")), dy = Widen(op.Input("dy")), gamma = Widen(op.Input("gamma"));
  const Tensor rstd = cast_to(op.Input("rstd"), x.dtype()), direction = x * rstd, slope = dy * gamma;
  const Tensor dx = rstd * (slope - direction * reduce_mean(slope * direction, GammaAxes(x, gamma), true));
  Dims rows;
  for (int64_t axis = 0; axis < x.rank() - gamma.rank(); ++axis) rows.push_back(axis);
  const Tensor scaled = dy * direction;
  const Tensor dgamma = rows.empty() ? scaled : reduce_sum(scaled, rows);
  return {cast_to(dx, op.OutputDtype("dx")), cast_to(dgamma, ge::DT_FLOAT)};
}

REGISTER_OP_COMPUTE(AddRmsNorm, AddRmsNormCompute);
REGISTER_OP_COMPUTE(InplaceAddRmsNorm, InplaceAddRmsNormCompute);
REGISTER_OP_COMPUTE(RmsNormGrad, RmsNormGradCompute);

}  // namespace
}  // namespace tbe
