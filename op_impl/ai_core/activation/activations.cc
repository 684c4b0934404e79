// Activations of one tensor. NaN stays NaN, except in ThresholdedRelu, Threshold and Shrink, whose comparisons it
// fails.
#include "op_impl/ai_core/activation/softplus.h"
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

// Applies `function` to x, in float for the 16-bit floats.
template <typename Function>
std::vector<Tensor> InWide(const OpParams& op, Function function, const char* input = "x") {
  Tensor x = op.Input(input);
  return {cast_to(function(Widen(x)), x.dtype())};
}

std::vector<Tensor> ReluCompute(const OpParams& op) { return {vrelu(op.Input("x"))}; }
std::vector<Tensor> SigmoidCompute(const OpParams& op) { return {vsigmoid(op.Input("x"))}; }
std::vector<Tensor> TanhCompute(const OpParams& op) { return {vtanh(op.Input("x"))}; }

std::vector<Tensor> LeakyReluCompute(const OpParams& op) {
  return InWide(op, [&](const Tensor& x) { return vlrelu(x, FloatParam(op, "negative_slope", x)); });
}

std::vector<Tensor> EluCompute(const OpParams& op) {
  return InWide(op, [&](const Tensor& x) {
    return FloatParam(op, "scale", x) *
           vsel(x >= 0, x, FloatParam(op, "alpha", x) * vexpm1(x * FloatParam(op, "input_scale", x)));
  });
}

std::vector<Tensor> SeluCompute(const OpParams& op) {
  return InWide(op,
                [](const Tensor& x) { return 1.0507009873554805 * vsel(x > 0, x, 1.6732632423543772 * vexpm1(x)); });
}

std::vector<Tensor> CeluCompute(const OpParams& op) {
  return InWide(op, [&](const Tensor& x) {
    Tensor negative = FloatParam(op, "alpha1", x) * vexpm1(x / FloatParam(op, "alpha2", x));
    return FloatParam(op, "alpha3", x) * vmax(x, 0) + vmin(negative, 0);
  });
}

std::vector<Tensor> ThresholdedReluCompute(const OpParams& op) {
  return InWide(op, [&](const Tensor& x) { return vsel(x > FloatParam(op, "alpha", x), x, 0); });
}

std::vector<Tensor> HardSigmoidCompute(const OpParams& op) {
  return InWide(
      op, [&](const Tensor& x) { return clip(FloatParam(op, "alpha", x) * x + FloatParam(op, "beta", x), 1, 0); },
      "input_x");
}

std::vector<Tensor> HardSwishCompute(const OpParams& op) {
  return InWide(op, [](const Tensor& x) { return x * clip(x * (1.0 / 6) + 0.5, 1, 0); });
}

std::vector<Tensor> SoftplusCompute(const OpParams& op) { return InWide(op, Softplus); }

std::vector<Tensor> SoftsignCompute(const OpParams& op) {
  return InWide(op, [](const Tensor& x) { return x / (1 + vabs(x)); });
}

std::vector<Tensor> Relu6Compute(const OpParams& op) { return {clip(op.Input("x"), 6, 0)}; }

std::vector<Tensor> MishCompute(const OpParams& op) {
  return InWide(op, [](const Tensor& x) { return x * vtanh(Softplus(x)); });
}

std::vector<Tensor> SwishCompute(const OpParams& op) {
  return InWide(op, [&](const Tensor& x) { return x * vsigmoid(FloatParam(op, "scale", x) * x); });
}

// Returns where |x| > lambd or x is NaN.
Tensor IsBeyond(const Tensor& x, const Tensor& lambd) { return (x < -lambd) | (x > lambd) | visnan(x); }

std::vector<Tensor> HardShrinkCompute(const OpParams& op) {
  return InWide(
      op, [&](const Tensor& x) { return vsel(IsBeyond(x, FloatParam(op, "lambd", x)), x, 0); }, "input_x");
}

std::vector<Tensor> SoftShrinkCompute(const OpParams& op) {
  return InWide(
      op,
      [&](const Tensor& x) {
        const Tensor lambd = FloatParam(op, "lambd", x);
        return vsel(IsBeyond(x, lambd), vsel(x > 0, x - lambd, x + lambd), 0);
      },
      "input_x");
}

std::vector<Tensor> ShrinkCompute(const OpParams& op) {
  return InWide(
      op,
      [&](const Tensor& x) {
        const Tensor lambd = FloatParam(op, "lambd", x), bias = FloatParam(op, "bias", x);
        return vsel(x < -lambd, x + bias, vsel(x > lambd, x - bias, 0));
      },
      "input_x");
}

std::vector<Tensor> FastGeluCompute(const OpParams& op) {
  return InWide(op, [](const Tensor& x) { return x * vsigmoid(1.702 * x); });
}

std::vector<Tensor> LogSigmoidCompute(const OpParams& op) {
  return InWide(op, [](const Tensor& x) { return -Softplus(-x); });
}

std::vector<Tensor> ThresholdCompute(const OpParams& op) {
  return InWide(op, [&](const Tensor& x) { return cast_to(x > FloatParam(op, "threshold", x), x.dtype()); });
}

std::vector<Tensor> SoftplusV2Compute(const OpParams& op) {
  return InWide(op, [&](const Tensor& x) {
    const Tensor beta = FloatParam(op, "beta", x), scaled = beta * x;
    return vsel(scaled > FloatParam(op, "threshold", x), x, Softplus(scaled) / beta);
  });
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
REGISTER_OP_COMPUTE(Relu6, Relu6Compute);
REGISTER_OP_COMPUTE(Mish, MishCompute);
REGISTER_OP_COMPUTE(Swish, SwishCompute);
REGISTER_OP_COMPUTE(HardShrink, HardShrinkCompute);
REGISTER_OP_COMPUTE(SoftShrink, SoftShrinkCompute);
REGISTER_OP_COMPUTE(Shrink, ShrinkCompute);
REGISTER_OP_COMPUTE(FastGelu, FastGeluCompute);
REGISTER_OP_COMPUTE(LogSigmoid, LogSigmoidCompute);
REGISTER_OP_COMPUTE(Threshold, ThresholdCompute);
REGISTER_OP_COMPUTE(SoftplusV2, SoftplusV2Compute);

}  // namespace
}  // namespace tbe
