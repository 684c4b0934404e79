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

const char* const kReluGrad = "ReluGrad";
const char* const kRelu6Grad = "Relu6Grad";
const char* const kLeakyReluGrad = "LeakyReluGrad";
const char* const kThresholdGradV2D = "ThresholdGradV2D";
const char* const kEluGrad = "EluGrad";
const char* const kEluGradV2 = "EluGradV2";
const char* const kSeluGrad = "SeluGrad";
const char* const kSoftplusGrad = "SoftplusGrad";
const char* const kSoftplusV2Grad = "SoftplusV2Grad";
const char* const kSoftsignGrad = "SoftsignGrad";
const char* const kLogSigmoidGrad = "LogSigmoidGrad";
const char* const kHardSwishGrad = "HardSwishGrad";
const char* const kHardSigmoidGrad = "HardSigmoidGrad";
const char* const kHardtanhGrad = "HardtanhGrad";
const char* const kHardShrinkGrad = "HardShrinkGrad";
const char* const kSoftShrinkGrad = "SoftShrinkGrad";
const char* const kGeluGrad = "GeluGrad";
const char* const kFastGeluGrad = "FastGeluGrad";
const char* const kSwishGrad = "SwishGrad";
const char* const kSiluGrad = "SiluGrad";
const char* const kMishGrad = "MishGrad";

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

using ReluGradCpuKernel = NumberGradientOf<[](auto g, auto x) { return 0 < x ? g : decltype(g)(0); }>;
using Relu6GradCpuKernel = NumberGradientOf<[](auto g, auto x) { return 0 < x && x < 6 ? g : decltype(g)(0); }>;
using LeakyReluGradCpuKernel = FloatPairCpuKernel<40, [](auto g, auto x, auto slope) { return 0 < x ? g : slope * g; },
                                                  FloatAttribute("negative_slope", 0)>;
using ThresholdGradV2DCpuKernel = opdk::PairCpuKernel<ThresholdGradFunction, opdk::NumberTypes>;
using EluGradCpuKernel = FloatPairCpuKernel<40, [](auto g, auto y) { return y < 0 ? g * (y + 1) : g; }>;
using EluGradV2CpuKernel = opdk::PairCpuKernel<EluV2GradFunction, opdk::FloatTypes>;
using SeluGradCpuKernel = FloatPairCpuKernel<40, [](auto g, auto y) {
  using T = decltype(g);
  return y < 0 ? g * (y + T(1.7580993408473768600)) : g * T(1.0507009873554804934);
}>;
using SoftplusGradCpuKernel = FloatPairCpuKernel<40, [](auto g, auto x) { return g * Logistic(x); }>;
using SoftplusV2GradCpuKernel = FloatPairCpuKernel<
    40, [](auto g, auto x, auto beta, auto threshold) { return threshold < beta * x ? g : g * Logistic(beta * x); },
    FloatAttribute("beta", 1), FloatAttribute("threshold", 20)>;
using SoftsignGradCpuKernel =
    FloatPairCpuKernel<40, [](auto g, auto x) { return g / (1 + std::abs(x)) / (1 + std::abs(x)); }>;
using LogSigmoidGradCpuKernel = FloatPairCpuKernel<40, [](auto g, auto x) { return g * Logistic(-x); }>;
using HardSwishGradCpuKernel =
    FloatPairCpuKernel<40, [](auto g, auto x) { return x <= -3 ? decltype(g)(0) : g * HardSwishSlope(x); }>;
using HardSigmoidGradCpuKernel =
    FloatPairCpuKernel<40,
                       [](auto g, auto x, auto alpha, auto beta) {
                         return 0 < alpha * x + beta && alpha * x + beta < 1 ? alpha * g : 0;
                       },
                       FloatAttribute("alpha", 0.16666666F), FloatAttribute("beta", 0.5F)>;
using HardtanhGradCpuKernel =
    FloatPairCpuKernel<40, [](auto y, auto g, auto low, auto high) { return low < y && y < high ? g : 0; },
                       FloatAttribute("min_val", -1), FloatAttribute("max_val", 1)>;
using HardShrinkGradCpuKernel =
    FloatPairCpuKernel<40, [](auto g, auto x, auto lambd) { return lambd < std::abs(x) ? g : 0; },
                       FloatAttribute("lambd", 0.5F)>;
using SoftShrinkGradCpuKernel =
    FloatPairCpuKernel<40, [](auto g, auto x, auto lambd) { return lambd < std::abs(x) ? g : 0; },
                       FloatAttribute("lambd", 0.5F)>;
using GeluGradCpuKernel = FloatPairCpuKernel<40, [](auto g, auto x) { return g * TanhGeluSlope(x); }>;
using FastGeluGradCpuKernel =
    FloatPairCpuKernel<40, [](auto g, auto x) { return g * LogisticSlope(decltype(x)(1.702) * x); }>;
using SwishGradCpuKernel =
    FloatPairCpuKernel<40, [](auto g, auto x, auto scale) { return g * LogisticSlope(scale * x); },
                       FloatAttribute("scale", 1)>;
using SiluGradCpuKernel = FloatPairCpuKernel<40, [](auto g, auto x) { return g * LogisticSlope(x); }>;
using MishGradCpuKernel = FloatPairCpuKernel<40, [](auto g, auto x) { return g * MishSlope(x); }>;

}  // namespace

REGISTER_CPU_KERNEL(kReluGrad, ReluGradCpuKernel);
REGISTER_CPU_KERNEL(kRelu6Grad, Relu6GradCpuKernel);
REGISTER_CPU_KERNEL(kLeakyReluGrad, LeakyReluGradCpuKernel);
REGISTER_CPU_KERNEL(kThresholdGradV2D, ThresholdGradV2DCpuKernel);
REGISTER_CPU_KERNEL(kEluGrad, EluGradCpuKernel);
REGISTER_CPU_KERNEL(kEluGradV2, EluGradV2CpuKernel);
REGISTER_CPU_KERNEL(kSeluGrad, SeluGradCpuKernel);
REGISTER_CPU_KERNEL(kSoftplusGrad, SoftplusGradCpuKernel);
REGISTER_CPU_KERNEL(kSoftplusV2Grad, SoftplusV2GradCpuKernel);
REGISTER_CPU_KERNEL(kSoftsignGrad, SoftsignGradCpuKernel);
REGISTER_CPU_KERNEL(kLogSigmoidGrad, LogSigmoidGradCpuKernel);
REGISTER_CPU_KERNEL(kHardSwishGrad, HardSwishGradCpuKernel);
REGISTER_CPU_KERNEL(kHardSigmoidGrad, HardSigmoidGradCpuKernel);
REGISTER_CPU_KERNEL(kHardtanhGrad, HardtanhGradCpuKernel);
REGISTER_CPU_KERNEL(kHardShrinkGrad, HardShrinkGradCpuKernel);
REGISTER_CPU_KERNEL(kSoftShrinkGrad, SoftShrinkGradCpuKernel);
REGISTER_CPU_KERNEL(kGeluGrad, GeluGradCpuKernel);
REGISTER_CPU_KERNEL(kFastGeluGrad, FastGeluGradCpuKernel);
REGISTER_CPU_KERNEL(kSwishGrad, SwishGradCpuKernel);
REGISTER_CPU_KERNEL(kSiluGrad, SiluGradCpuKernel);
REGISTER_CPU_KERNEL(kMishGrad, MishGradCpuKernel);

}  // namespace aicpu
