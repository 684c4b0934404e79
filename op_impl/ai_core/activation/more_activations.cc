// More activations of one tensor, computed in float for the 16-bit floats.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

template <typename Function>
std::vector<Tensor> ActivateWide(const OpParams& op, const char* port, Function function) {
  const Tensor x = op.Input(port);
  return {cast_to(function(Widen(x)), x.dtype())};
}

Tensor NumberAttr(const OpParams& op, const char* name, const Tensor& x) { return Param(op.Float(name), x.dtype()); }

std::vector<Tensor> Relu6Compute(const OpParams& op) { return {clip(op.Input("x"), 6, 0)}; }

// log(1 + exp(x)), written so that exp never overflows.
Tensor SoftplusOf(const Tensor& x) { return vmax(x, 0) + vlog1p(vexp(-vabs(x))); }

std::vector<Tensor> MishCompute(const OpParams& op) {
  return ActivateWide(op, "x", [](const Tensor& x) { return x * vtanh(SoftplusOf(x)); });
}

std::vector<Tensor> SwishCompute(const OpParams& op) {
  return ActivateWide(op, "x", [&](const Tensor& x) { return x * vsigmoid(NumberAttr(op, "scale", x) * x); });
}

// Where |x| > lambd, and of NaN.
Tensor IsBeyond(const Tensor& x, const Tensor& lambd) { return (x < -lambd) | (x > lambd) | visnan(x); }

std::vector<Tensor> HardShrinkCompute(const OpParams& op) {
  return ActivateWide(op, "input_x",
                      [&](const Tensor& x) { return vsel(IsBeyond(x, NumberAttr(op, "lambd", x)), x, 0); });
}

std::vector<Tensor> SoftShrinkCompute(const OpParams& op) {
  return ActivateWide(op, "input_x", [&](const Tensor& x) {
    const Tensor lambd = NumberAttr(op, "lambd", x);
    return vsel(IsBeyond(x, lambd), vsel(x > 0, x - lambd, x + lambd), 0);
  });
}

std::vector<Tensor> ShrinkCompute(const OpParams& op) {
  return ActivateWide(op, "input_x", [&](const Tensor& x) {
    const Tensor lambd = NumberAttr(op, "lambd", x), bias = NumberAttr(op, "bias", x);
    return vsel(x < -lambd, x + bias, vsel(x > lambd, x - bias, 0));
  });
}

std::vector<Tensor> FastGeluCompute(const OpParams& op) {
  return ActivateWide(op, "x", [](const Tensor& x) { return x * vsigmoid(1.702 * x); });
}

std::vector<Tensor> LogSigmoidCompute(const OpParams& op) {
  return ActivateWide(op, "x", [](const Tensor& x) { return vmin(x, 0) - vlog1p(vexp(-vabs(x))); });
}

std::vector<Tensor> ThresholdCompute(const OpParams& op) {
  return ActivateWide(op, "x", [&](const Tensor& x) { return cast_to(x > NumberAttr(op, "threshold", x), x.dtype()); });
}

std::vector<Tensor> SoftplusV2Compute(const OpParams& op) {
  return ActivateWide(op, "x", [&](const Tensor& x) {
    const Tensor beta = NumberAttr(op, "beta", x), scaled = beta * x;
    return vsel(scaled > NumberAttr(op, "threshold", x), x, SoftplusOf(scaled) / beta);
  });
}

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
