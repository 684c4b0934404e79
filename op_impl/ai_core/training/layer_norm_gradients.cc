// Gradients of layer normalization, in float.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

// The normalized rows, which all forms of the gradient need.
struct NormalizedRows {
  Tensor rstd;        // one for each row
  Tensor normalized;  // (x - mean) * rstd
  Dims axes;          // along which a row lies
};

// Returns the normalized rows. `inverted`: input 2 is rstd, not the variance.
NormalizedRows NormalizedRowsOf(const OpParams& op, bool inverted) {
  const Tensor mean = Widen(op.Input("mean"));
  // CANN's constant, whatever epsilon the forward pass has added.
  const Tensor rstd = inverted ? Widen(op.Input("rstd")) : vrsqrt(Widen(op.Input("variance")) + 1e-12);
  int64_t first = mean.rank();
  while (first > 0 && mean.shape()[static_cast<size_t>(first) - 1] == 1) --first;
  Dims axes;
  for (int64_t axis = first; axis < mean.rank(); ++axis) axes.push_back(axis);
  return {rstd, (Widen(op.Input("x")) - mean) * rstd, axes};
}

Tensor RowMean(const Tensor& x, const Dims& axes) { return axes.empty() ? x : reduce_mean(x, axes, true); }

Tensor LayerNormInput(const OpParams& op, const NormalizedRows& rows) {
  const Tensor gradient = Widen(op.Input("dy")) * Widen(op.Input("gamma"));
  const Tensor slope = RowMean(gradient * rows.normalized, rows.axes);
  const Tensor shifted = gradient - RowMean(gradient, rows.axes);
  return cast_to((shifted - rows.normalized * slope) * rows.rstd, op.OutputDtype("pd_x"));
}

// Sums x over the axes in front of the axes of `port`, which are x's last ones.
Tensor SumOverRows(const OpParams& op, const char* port, const Tensor& x) {
  Dims axes;
  for (int64_t axis = 0; axis + static_cast<int64_t>(op.OutputShape(port).size()) < x.rank(); ++axis)
    axes.push_back(axis);
  return cast_to(axes.empty() ? x : reduce_sum(x, axes, false), op.OutputDtype(port));
}

std::vector<Tensor> LayerNormParameters(const OpParams& op, const Tensor& normalized) {
  const Tensor dy = Widen(op.Input("dy"));
  return {SumOverRows(op, "pd_gamma", dy * normalized), SumOverRows(op, "pd_beta", dy)};
}

template <bool kInverted>
std::vector<Tensor> LayerNormGradCompute(const OpParams& op) {
  const NormalizedRows rows = NormalizedRowsOf(op, kInverted);
  const std::vector<Tensor> parameters = LayerNormParameters(op, rows.normalized);
  return {LayerNormInput(op, rows), parameters[0], parameters[1]};
}

std::vector<Tensor> LayerNormXBackpropCompute(const OpParams& op) {
  return {LayerNormInput(op, NormalizedRowsOf(op, false))};
}

template <bool kInverted>
std::vector<Tensor> LayerNormXBackpropResCompute(const OpParams& op) {
  const NormalizedRows rows = NormalizedRowsOf(op, kInverted);
  return {LayerNormInput(op, rows), rows.normalized};
}

std::vector<Tensor> LayerNormBetaGammaBackpropCompute(const OpParams& op) {
  return LayerNormParameters(op, NormalizedRowsOf(op, false).normalized);
}

std::vector<Tensor> LayerNormBetaGammaBackpropV2Compute(const OpParams& op) {
  return LayerNormParameters(op, op.Input("res_for_gamma"));
}

REGISTER_OP_COMPUTE(LayerNormGrad, LayerNormGradCompute<false>);
REGISTER_OP_COMPUTE(LayerNormGradV3, LayerNormGradCompute<true>);
REGISTER_OP_COMPUTE(LayerNormXBackprop, LayerNormXBackpropCompute);
REGISTER_OP_COMPUTE(LayerNormXBackpropV2, LayerNormXBackpropResCompute<false>);
REGISTER_OP_COMPUTE(LayerNormXBackpropV3, LayerNormXBackpropResCompute<true>);
REGISTER_OP_COMPUTE(LayerNormBetaGammaBackprop, LayerNormBetaGammaBackpropCompute);
REGISTER_OP_COMPUTE(LayerNormBetaGammaBackpropV2, LayerNormBetaGammaBackpropV2Compute);

}  // namespace
}  // namespace tbe
