// Gradients of activations, computed in float for the 16-bit floats.
#include "op_impl/ai_core/activation/softplus.h"
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

// Computes function(g, x). g is the incoming gradient; x is the input at which the derivative is taken.
template <typename Function>
std::vector<Tensor> Backward(const OpParams& op, const char* gradient, const char* at, Function function) {
  const Tensor g = op.Input(gradient);
  return {cast_to(function(Widen(g), Widen(op.Input(at))), g.dtype())};
}

std::vector<Tensor> ReluGradCompute(const OpParams& op) {
  return {vsel(op.Input("features") > 0, op.Input("gradients"), 0)};
}

std::vector<Tensor> Relu6GradCompute(const OpParams& op) {
  const Tensor x = op.Input("features");
  return {vsel((x > 0) & (x < 6), op.Input("gradients"), 0)};
}

std::vector<Tensor> LeakyReluGradCompute(const OpParams& op) {
  return Backward(op, "gradients", "features", [&](const Tensor& g, const Tensor& x) {
    return vsel(x > 0, g, FloatParam(op, "negative_slope", x) * g);
  });
}

// Compares integers in double, which holds the threshold's fraction.
std::vector<Tensor> ThresholdGradV2DCompute(const OpParams& op) {
  const Tensor x = op.Input("features"), g = op.Input("gradients");
  const DataType type = WideType(x.dtype()) == ge::DT_FLOAT ? ge::DT_FLOAT : ge::DT_DOUBLE;
  return {vsel(cast_to(x, type) > Param(op.Float("threshold"), type), g, 0)};
}

std::vector<Tensor> EluGradCompute(const OpParams& op) {
  return Backward(op, "grads", "activations",
                  [](const Tensor& g, const Tensor& y) { return vsel(y < 0, g * (y + 1), g); });
}

std::vector<Tensor> EluGradV2Compute(const OpParams& op) {
  return Backward(op, "grads", "activations", [&](const Tensor& g, const Tensor& x) {
    const Tensor scale = FloatParam(op, "scale", x), input_scale = FloatParam(op, "input_scale", x);
    const Tensor factor = FloatParam(op, "alpha", x) * scale;
    const Tensor slope = op.Bool("is_result") ? x + factor : factor * vexp(x * input_scale);
    return vsel(x > 0, g * scale, g * input_scale * slope);
  });
}

std::vector<Tensor> SeluGradCompute(const OpParams& op) {
  constexpr double kGamma = 1.0507009873554804934, kAlphaGamma = 1.7580993408473768600;
  return Backward(op, "gradients", "outputs",
                  [&](const Tensor& g, const Tensor& y) { return vsel(y < 0, g * (y + kAlphaGamma), g * kGamma); });
}

std::vector<Tensor> SoftplusGradCompute(const OpParams& op) {
  return Backward(op, "gradients", "features", [](const Tensor& g, const Tensor& x) { return g * vsigmoid(x); });
}

std::vector<Tensor> SoftplusV2GradCompute(const OpParams& op) {
  return Backward(op, "input_gradients", "input_features", [&](const Tensor& g, const Tensor& x) {
    const Tensor scaled = FloatParam(op, "beta", x) * x;
    return vsel(scaled > FloatParam(op, "threshold", x), g, g * vsigmoid(scaled));
  });
}

std::vector<Tensor> SoftsignGradCompute(const OpParams& op) {
  return Backward(op, "gradients", "features", [](const Tensor& g, const Tensor& x) {
    const Tensor root = 1 + vabs(x);
    return g / root / root;
  });
}

std::vector<Tensor> LogSigmoidGradCompute(const OpParams& op) {
  return Backward(op, "grads", "features", [](const Tensor& g, const Tensor& x) { return g * vsigmoid(-x); });
}

std::vector<Tensor> HardSwishGradCompute(const OpParams& op) {
  return Backward(op, "grad", "x", [](const Tensor& g, const Tensor& x) {
    return vsel(x <= -3, 0, vsel(x >= 3, g, g * (x * (1.0 / 3) + 0.5)));
  });
}

std::vector<Tensor> HardSigmoidGradCompute(const OpParams& op) {
  return Backward(op, "grads", "input_x", [&](const Tensor& g, const Tensor& x) {
    const Tensor alpha = FloatParam(op, "alpha", x), line = alpha * x + FloatParam(op, "beta", x);
    return vsel((line > 0) & (line < 1), alpha * g, 0);
  });
}

std::vector<Tensor> HardtanhGradCompute(const OpParams& op) {
  return Backward(op, "grad", "result", [&](const Tensor& g, const Tensor& y) {
    return vsel((y > FloatParam(op, "min_val", y)) & (y < FloatParam(op, "max_val", y)), g, 0);
  });
}

Tensor OutsideOfLambda(const OpParams& op, const Tensor& g, const Tensor& x) {
  return vsel(vabs(x) > FloatParam(op, "lambd", x), g, 0);
}

std::vector<Tensor> HardShrinkGradCompute(const OpParams& op) {
  return Backward(op, "gradients", "features",
                  [&](const Tensor& g, const Tensor& x) { return OutsideOfLambda(op, g, x); });
}

std::vector<Tensor> SoftShrinkGradCompute(const OpParams& op) {
  return Backward(op, "input_grad", "input_x",
                  [&](const Tensor& g, const Tensor& x) { return OutsideOfLambda(op, g, x); });
}

// Computes Gelu's gradient at a clipped x. Far from 0 the derivatives are 0 and 1, even in double. Clipping keeps an
// infinite x from meeting a factor of 0.
std::vector<Tensor> GeluGradCompute(const OpParams& op) {
  constexpr double kSqrtTwoOverPi = 0.79788456080286535588;
  return Backward(op, "dy", "x", [&](const Tensor& g, const Tensor& given) {
    const Tensor x = clip(given, 30, -30), square = x * x;
    const Tensor u = 2 * kSqrtTwoOverPi * x * (1 + 0.044715 * square);
    const Tensor slope = 2 * kSqrtTwoOverPi * (1 + 3 * 0.044715 * square);
    return g * (vsigmoid(u) * (1 + x * vsigmoid(-u) * slope));
  });
}

// Computes the derivative of t / (1 + exp(-t)).
Tensor SiluSlope(const Tensor& given) {
  const Tensor t = clip(given, 800, -800), s = vsigmoid(t);
  return s * (1 + t * vsigmoid(-t));
}

std::vector<Tensor> FastGeluGradCompute(const OpParams& op) {
  return Backward(op, "dy", "x", [](const Tensor& g, const Tensor& x) { return g * SiluSlope(1.702 * x); });
}

std::vector<Tensor> SwishGradCompute(const OpParams& op) {
  return Backward(op, "grad", "x",
                  [&](const Tensor& g, const Tensor& x) { return g * SiluSlope(FloatParam(op, "scale", x) * x); });
}

std::vector<Tensor> SiluGradCompute(const OpParams& op) {
  return Backward(op, "dy", "x", [](const Tensor& g, const Tensor& x) { return g * SiluSlope(x); });
}

std::vector<Tensor> MishGradCompute(const OpParams& op) {
  return Backward(op, "grad", "x", [](const Tensor& g, const Tensor& given) {
    const Tensor x = clip(given, 800, -800);
    const Tensor t = vtanh(Softplus(x));
    return g * (t + x * vsigmoid(x) * (1 - t * t));
  });
}

REGISTER_OP_COMPUTE(ReluGrad, ReluGradCompute);
REGISTER_OP_COMPUTE(Relu6Grad, Relu6GradCompute);
REGISTER_OP_COMPUTE(LeakyReluGrad, LeakyReluGradCompute);
REGISTER_OP_COMPUTE(ThresholdGradV2D, ThresholdGradV2DCompute);
REGISTER_OP_COMPUTE(EluGrad, EluGradCompute);
REGISTER_OP_COMPUTE(EluGradV2, EluGradV2Compute);
REGISTER_OP_COMPUTE(SeluGrad, SeluGradCompute);
REGISTER_OP_COMPUTE(SoftplusGrad, SoftplusGradCompute);
REGISTER_OP_COMPUTE(SoftplusV2Grad, SoftplusV2GradCompute);
REGISTER_OP_COMPUTE(SoftsignGrad, SoftsignGradCompute);
REGISTER_OP_COMPUTE(LogSigmoidGrad, LogSigmoidGradCompute);
REGISTER_OP_COMPUTE(HardSwishGrad, HardSwishGradCompute);
REGISTER_OP_COMPUTE(HardSigmoidGrad, HardSigmoidGradCompute);
REGISTER_OP_COMPUTE(HardtanhGrad, HardtanhGradCompute);
REGISTER_OP_COMPUTE(HardShrinkGrad, HardShrinkGradCompute);
REGISTER_OP_COMPUTE(SoftShrinkGrad, SoftShrinkGradCompute);
REGISTER_OP_COMPUTE(GeluGrad, GeluGradCompute);
REGISTER_OP_COMPUTE(FastGeluGrad, FastGeluGradCompute);
REGISTER_OP_COMPUTE(SwishGrad, SwishGradCompute);
REGISTER_OP_COMPUTE(SiluGrad, SiluGradCompute);
REGISTER_OP_COMPUTE(MishGrad, MishGradCompute);

}  // namespace
}  // namespace tbe
