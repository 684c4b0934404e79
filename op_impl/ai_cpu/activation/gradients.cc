// Gradients of activations, each a function of two values in their compute type.
#include <cmath>
#include <numbers>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"
#include "op_impl/ai_cpu/common/logistic.h"

namespace aicpu {
namespace {

using opdk::FloatAttribute;
using opdk::FloatPairCpuKernel;

// In the functions below g is the incoming gradient (input 0), and x the input at which the derivative is taken (input
// 1).
template <auto kFunction>
using NumberGradientOf = opdk::PairCpuKernel<opdk::FunctionOf<40, kFunction>, opdk::NumberTypes>;

// Computes the derivative of t / (1 + exp(-t)). Where 1 - s is 0, t may be infinite.
template <typename T>
T LogisticSlope(T t) {
  const T s = Logistic(t), rest = Logistic(-t);
  return s == 0 || rest == 0 ? s : s + t * s * rest;
}

template <typename T>
T TanhGeluSlope(T x) {
  // The slope is 0 and 1 in every dtype from here on.
  if (std::abs(x) > 30) return x > 0 ? 1 : 0;
  const T scale = std::numbers::sqrt2_v<T> * std::numbers::inv_sqrtpi_v<T>, cubic = T(0.044715);
  // (1 + tanh u) / 2 is the logistic function of 2 u, which doesn't cancel where x is negative.
  const T u = scale * (x + cubic * x * x * x);
  return Logistic(2 * u) * (1 + 2 * x * Logistic(-2 * u) * scale * (1 + 3 * cubic * x * x));
}

template <typename T>
T MishSlope(T x) {
  if (std::abs(x) > 800) return x > 0 ? 1 : 0;
  const T t = std::tanh(Softplus(x));
  return t + x * Logistic(x) * (1 - t * t);
}

template <typename T>
T HardSwishSlope(T x) {
  if (x <= -3) return 0;
  return x >= 3 ? T(1) : x / 3 + T(0.5);
}

// Integers are compared in double, which doesn't round the threshold.
struct ThresholdGradFunction {
  static constexpr int64_t kCost = 2;
  explicit ThresholdGradFunction(const CpuKernelContext& ctx) : threshold(opdk::FloatAttr(ctx, "threshold", 0)) {}
  template <typename T>
  T operator()(T g, T x) const {
    return static_cast<double>(x) > static_cast<double>(threshold) ? g : T(0);
  }
  float threshold;
};

struct EluV2GradFunction {
  static constexpr int64_t kCost = 30;
  explicit EluV2GradFunction(const CpuKernelContext& ctx)
      : alpha(opdk::FloatAttr(ctx, "alpha", 1)),
        scale(opdk::FloatAttr(ctx, "scale", 1)),
        input_scale(opdk::FloatAttr(ctx, "input_scale", 1)),
        is_result(opdk::BoolAttr(ctx, "is_result", false)) {}
  template <typename T>
  T operator()(T g, T x) const {
    if (x > 0) return g * T(scale);
    const T factor = T(alpha) * T(scale);
    return g * T(input_scale) * (is_result ? x + factor : factor * std::exp(x * T(input_scale)));
  }
  float alpha;
  float scale;
  float input_scale;
  bool is_result;
};

OPDK_CPU_KERNEL(ReluGrad, NumberGradientOf<[](auto g, auto x) { return 0 < x ? g : decltype(g)(0); }>);
OPDK_CPU_KERNEL(Relu6Grad, NumberGradientOf<[](auto g, auto x) { return 0 < x && x < 6 ? g : decltype(g)(0); }>);
OPDK_CPU_KERNEL(LeakyReluGrad, FloatPairCpuKernel<40, [](auto g, auto x, auto slope) { return 0 < x ? g : slope * g; },
                                                  FloatAttribute("negative_slope", 0)>);
OPDK_CPU_KERNEL(ThresholdGradV2D, opdk::PairCpuKernel<ThresholdGradFunction, opdk::NumberTypes>);
OPDK_CPU_KERNEL(EluGrad, FloatPairCpuKernel<40, [](auto g, auto y) { return y < 0 ? g * (y + 1) : g; }>);
OPDK_CPU_KERNEL(EluGradV2, opdk::PairCpuKernel<EluV2GradFunction, opdk::FloatTypes>);
OPDK_CPU_KERNEL(SeluGrad, FloatPairCpuKernel<40, [](auto g, auto y) {
                  using T = decltype(g);
                  return y < 0 ? g * (y + T(1.7580993408473768600)) : g * T(1.0507009873554804934);
                }>);
OPDK_CPU_KERNEL(SoftplusGrad, FloatPairCpuKernel<40, [](auto g, auto x) { return g * Logistic(x); }>);
OPDK_CPU_KERNEL(SoftplusV2Grad, FloatPairCpuKernel<40,
                                                   [](auto g, auto x, auto beta, auto threshold) {
                                                     return threshold < beta * x ? g : g * Logistic(beta * x);
                                                   },
                                                   FloatAttribute("beta", 1), FloatAttribute("threshold", 20)>);
OPDK_CPU_KERNEL(SoftsignGrad,
                FloatPairCpuKernel<40, [](auto g, auto x) { return g / (1 + std::abs(x)) / (1 + std::abs(x)); }>);
OPDK_CPU_KERNEL(LogSigmoidGrad, FloatPairCpuKernel<40, [](auto g, auto x) { return g * Logistic(-x); }>);
OPDK_CPU_KERNEL(
    HardSwishGrad,
    FloatPairCpuKernel<40, [](auto g, auto x) { return x <= -3 ? decltype(g)(0) : g * HardSwishSlope(x); }>);
OPDK_CPU_KERNEL(HardSigmoidGrad,
                FloatPairCpuKernel<40,
                                   [](auto g, auto x, auto alpha, auto beta) {
                                     return 0 < alpha * x + beta && alpha * x + beta < 1 ? alpha * g : 0;
                                   },
                                   FloatAttribute("alpha", 0.16666666F), FloatAttribute("beta", 0.5F)>);
OPDK_CPU_KERNEL(HardtanhGrad,
                FloatPairCpuKernel<40, [](auto y, auto g, auto low, auto high) { return low < y && y < high ? g : 0; },
                                   FloatAttribute("min_val", -1), FloatAttribute("max_val", 1)>);
OPDK_CPU_KERNEL(HardShrinkGrad,
                FloatPairCpuKernel<40, [](auto g, auto x, auto lambd) { return lambd < std::abs(x) ? g : 0; },
                                   FloatAttribute("lambd", 0.5F)>);
OPDK_CPU_KERNEL(SoftShrinkGrad,
                FloatPairCpuKernel<40, [](auto g, auto x, auto lambd) { return lambd < std::abs(x) ? g : 0; },
                                   FloatAttribute("lambd", 0.5F)>);
OPDK_CPU_KERNEL(GeluGrad, FloatPairCpuKernel<40, [](auto g, auto x) { return g * TanhGeluSlope(x); }>);
OPDK_CPU_KERNEL(FastGeluGrad,
                FloatPairCpuKernel<40, [](auto g, auto x) { return g * LogisticSlope(decltype(x)(1.702) * x); }>);
OPDK_CPU_KERNEL(SwishGrad,
                FloatPairCpuKernel<40, [](auto g, auto x, auto scale) { return g * LogisticSlope(scale * x); },
                                   FloatAttribute("scale", 1)>);
OPDK_CPU_KERNEL(SiluGrad, FloatPairCpuKernel<40, [](auto g, auto x) { return g * LogisticSlope(x); }>);
OPDK_CPU_KERNEL(MishGrad, FloatPairCpuKernel<40, [](auto g, auto x) { return g * MishSlope(x); }>);

}  // namespace

}  // namespace aicpu
