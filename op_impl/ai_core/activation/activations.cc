// Activations of one tensor. NaN stays NaN, except in ThresholdedRelu, whose comparison it fails.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

// Applies `function` to x, in float for the 16-bit floats.
template <typename Function>
std::vector<Tensor> InWide(const OpParams& op, Function function, const char* input = "x") {
  Tensor x = op.Input(input);
  return {cast_to(function(Widen(x)), x.dtype())};
}

// An attribute as a number beside x.
Tensor Attr(const OpParams& op, const char* name, const Tensor& x) { return Param(op.Float(name), x.dtype()); }

std::vector<Tensor> ReluCompute(const OpParams& op) { return {vrelu(op.Input("x"))}; }
std::vector<Tensor> SigmoidCompute(const OpParams& op) { return {vsigmoid(op.Input("x"))}; }
std::vector<Tensor> TanhCompute(const OpParams& op) { return {vtanh(op.Input("x"))}; }

std::vector<Tensor> LeakyReluCompute(const OpParams& op) {
  return InWide(op, [&](const Tensor& x) { return vlrelu(x, Attr(op, "negative_slope", x)); });
}

std::vector<Tensor> EluCompute(const OpParams& op) {
  return InWide(op, [&](const Tensor& x) {
    return Attr(op, "scale", x) * vsel(x >= 0, x, Attr(op, "alpha", x) * vexpm1(x * Attr(op, "input_scale", x)));
  });
}

std::vector<Tensor> SeluCompute(const OpParams& op) {
  return InWide(op,
                [](const Tensor& x) { return 1.0507009873554805 * vsel(x > 0, x, 1.6732632423543772 * vexpm1(x)); });
}

std::vector<Tensor> CeluCompute(const OpParams& op) {
  return InWide(op, [&](const Tensor& x) {
    Tensor negative = Attr(op, "alpha1", x) * vexpm1(x / Attr(op, "alpha2", x));
    return Attr(op, "alpha3", x) * vmax(x, 0) + vmin(negative, 0);
  });
}

std::vector<Tensor> ThresholdedReluCompute(const OpParams& op) {
  return InWide(op, [&](const Tensor& x) { return vsel(x > Attr(op, "alpha", x), x, 0); });
}

std::vector<Tensor> HardSigmoidCompute(const OpParams& op) {
  return InWide(
      op, [&](const Tensor& x) { return clip(Attr(op, "alpha", x) * x + Attr(op, "beta", x), 1, 0); }, "input_x");
}

std::vector<Tensor> HardSwishCompute(const OpParams& op) {
  return InWide(op, [](const Tensor& x) { return x * clip(x * (1.0 / 6) + 0.5, 1, 0); });
}

// log(exp(x) + 1), written so that exp never overflows.
std::vector<Tensor> SoftplusCompute(const OpParams& op) {
  return InWide(op, [](const Tensor& x) { return vmax(x, 0) + vlog1p(vexp(-vabs(x))); });
}

std::vector<Tensor> SoftsignCompute(const OpParams& op) {
  return InWide(op, [](const Tensor& x) { return x / (1 + vabs(x)); });
}

REGISTER_OP_COMPUTE(Relu, ReluCompute);
REGISTER_OP_COMPUTE(Sigmoid, SigmoidCompute);
REGISTER_OP_COMPUTE(Tanh, TanhCompute);
REGISTER_OP_COMPUTE(LeakyRelu, LeakyReluCompute);
REGISTER_OP_COMPUTE(Elu, EluCompute);
REGISTER_OP_COMPUTE(Selu, SeluCompute);
REGISTER_OP_COMPUTE(Celu, CeluCompute);
REGISTER_OP_COMPUTE(ThresholdedRelu, ThresholdedReluCompute);
REGISTER_OP_COMPUTE(HardSigmoid, HardSigmoidCompute);
REGISTER_OP_COMPUTE(HardSwish, HardSwishCompute);
REGISTER_OP_COMPUTE(Softplus, SoftplusCompute);
REGISTER_OP_COMPUTE(Softsign, SoftsignCompute);

}  // namespace
}  // namespace tbe
