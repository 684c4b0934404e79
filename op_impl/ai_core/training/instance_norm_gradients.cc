// Gradients of instance normalization, in float.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

constexpr double kInstanceEpsilon = 1e-6;  // CANN's

// Returns the axes that a statistic was averaged over.
Dims AveragedAxes(const Tensor& statistic) {
  Dims axes;
  for (int64_t axis = 0; axis < statistic.rank(); ++axis) {
    if (statistic.shape()[static_cast<size_t>(axis)] == 1) axes.push_back(axis);
  }
  return axes;
}

std::vector<Tensor> INTrainingUpdateGradCompute(const OpParams& op) {
  const Tensor x = Widen(op.Input("x")), dy = Widen(op.Input("dy")), mean = op.Input("mean");
  const Dims axes = AveragedAxes(mean);
  const auto sum = [&](const Tensor& t) { return axes.empty() ? t : reduce_sum(t, axes, true); };
  return {sum(dy * (x - mean)) * vrsqrt(op.Input("variance") + kInstanceEpsilon), sum(dy)};
}

std::vector<Tensor> INTrainingUpdateGradGammaBetaCompute(const OpParams& op) {
  const auto sum = [&](const char* port) {
    const Tensor x = op.Input(port);
    return x.rank() == 0 ? x : reduce_sum(x, {0}, true);
  };
  return {sum("res_gamma"), sum("res_beta")};
}

std::vector<Tensor> INTrainingReduceGradCompute(const OpParams& op) {
  const Tensor x = Widen(op.Input("x")), mean = op.Input("mean");
  const Tensor r = vrsqrt(op.Input("variance") + kInstanceEpsilon), n = Count(x, AveragedAxes(mean), ge::DT_FLOAT);
  const Tensor rest = Widen(op.Input("dy")) - op.Input("res_beta") / n - (x - mean) * (r * op.Input("res_gamma") / n);
  return {cast_to(op.Input("gamma") * r * rest, op.OutputDtype("pd_x"))};
}

REGISTER_OP_COMPUTE(INTrainingUpdateGrad, INTrainingUpdateGradCompute);
REGISTER_OP_COMPUTE(INTrainingUpdateGradGammaBeta, INTrainingUpdateGradGammaBetaCompute);
REGISTER_OP_COMPUTE(INTrainingReduceGrad, INTrainingReduceGradCompute);

}  // namespace
}  // namespace tbe
