// Gradients of activations, each a function of two values in their compute type.
#include <cmath>
#include <numbers>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"

namespace aicpu {
namespace {

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

// kFunction(g, x): g comes from behind (input 0), x is what the derivative is taken at (input 1).
template <auto kFunction>
struct GradientFunction {
  static constexpr int64_t kCost = 40;
  auto operator()(auto g, auto x) const { return kFunction(g, x); }
};
template <auto kFunction, typename AllTypes = opdk::FloatTypes>
using GradientOf = opdk::PairCpuKernel<GradientFunction<kFunction>, AllTypes>;

template <typename T>
T Logistic(T x) {
  const T power = std::exp(-std::abs(x));
  return (x < 0 ? power : 1) / (1 + power);
}

// The derivative of t / (1 + exp(-t)); where 1 - s is 0, t may be infinite.
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
  const T softplus = x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
  const T t = std::tanh(softplus);
  return t + x * Logistic(x) * (1 - t * t);
}

template <typename T>
T HardSwishSlope(T x) {
  if (x <= -3) return 0;
  return x >= 3 ? T(1) : x / 3 + T(0.5);
}

// Gradients with parameters: kFunction(g, x, first, second) with the values of two attributes in the type of x.
template <typename Attributes, auto kFunction>
struct ParameterGradient {
  static constexpr int64_t kCost = 40;
  explicit ParameterGradient(const CpuKernelContext& ctx)
      : first(opdk::FloatAttr(ctx, Attributes::kFirst, Attributes::kFirstDefault)),
        second(opdk::FloatAttr(ctx, Attributes::kSecond, Attributes::kSecondDefault)) {}
  template <typename T>
  T operator()(T g, T x) const {
    return kFunction(g, x, T(first), T(second));
  }
  float first;
  float second;
};
template <typename Attributes, auto kFunction>
using GradientWith = opdk::PairCpuKernel<ParameterGradient<Attributes, kFunction>, opdk::FloatTypes>;

struct SlopeGradAttributes {
  static constexpr const char* kFirst = "negative_slope";
  static constexpr const char* kSecond = "";
  static constexpr float kFirstDefault = 0, kSecondDefault = 0;
};
struct SoftplusGradAttributes {
  static constexpr const char* kFirst = "beta";
  static constexpr const char* kSecond = "threshold";
  static constexpr float kFirstDefault = 1, kSecondDefault = 20;
};
struct LineGradAttributes {
  static constexpr const char* kFirst = "alpha";
  static constexpr const char* kSecond = "beta";
  static constexpr float kFirstDefault = 0.16666666f, kSecondDefault = 0.5f;
};
struct RangeGradAttributes {
  static constexpr const char* kFirst = "min_val";
  static constexpr const char* kSecond = "max_val";
  static constexpr float kFirstDefault = -1, kSecondDefault = 1;
};
struct ShrinkGradAttributes {
  static constexpr const char* kFirst = "lambd";
  static constexpr const char* kSecond = "";
  static constexpr float kFirstDefault = 0.5f, kSecondDefault = 0;
};
struct ScaleGradAttributes {
  static constexpr const char* kFirst = "scale";
  static constexpr const char* kSecond = "";
  static constexpr float kFirstDefault = 1, kSecondDefault = 0;
};

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

using ReluGradCpuKernel = GradientOf<[](auto g, auto x) { return 0 < x ? g : decltype(g)(0); }, opdk::NumberTypes>;
using Relu6GradCpuKernel =
    GradientOf<[](auto g, auto x) { return 0 < x && x < 6 ? g : decltype(g)(0); }, opdk::NumberTypes>;
using LeakyReluGradCpuKernel =
    GradientWith<SlopeGradAttributes, [](auto g, auto x, auto slope, auto) { return 0 < x ? g : slope * g; }>;
using ThresholdGradV2DCpuKernel = opdk::PairCpuKernel<ThresholdGradFunction, opdk::NumberTypes>;
using EluGradCpuKernel = GradientOf<[](auto g, auto y) { return y < 0 ? g * (y + 1) : g; }>;
using EluGradV2CpuKernel = opdk::PairCpuKernel<EluV2GradFunction, opdk::FloatTypes>;
using SeluGradCpuKernel = GradientOf<[](auto g, auto y) {
  using T = decltype(g);
  return y < 0 ? g * (y + T(1.7580993408473768600)) : g * T(1.0507009873554804934);
}>;
using SoftplusGradCpuKernel = GradientOf<[](auto g, auto x) { return g * Logistic(x); }>;
using SoftplusV2GradCpuKernel = GradientWith<SoftplusGradAttributes, [](auto g, auto x, auto beta, auto threshold) {
  return threshold < beta * x ? g : g * Logistic(beta * x);
}>;
using SoftsignGradCpuKernel = GradientOf<[](auto g, auto x) { return g / (1 + std::abs(x)) / (1 + std::abs(x)); }>;
using LogSigmoidGradCpuKernel = GradientOf<[](auto g, auto x) { return g * Logistic(-x); }>;
using HardSwishGradCpuKernel =
    GradientOf<[](auto g, auto x) { return x <= -3 ? decltype(g)(0) : g * HardSwishSlope(x); }>;
using HardSigmoidGradCpuKernel = GradientWith<LineGradAttributes, [](auto g, auto x, auto alpha, auto beta) {
  return 0 < alpha * x + beta && alpha * x + beta < 1 ? alpha * g : 0;
}>;
using HardtanhGradCpuKernel =
    GradientWith<RangeGradAttributes, [](auto y, auto g, auto low, auto high) { return low < y && y < high ? g : 0; }>;
using HardShrinkGradCpuKernel =
    GradientWith<ShrinkGradAttributes, [](auto g, auto x, auto lambd, auto) { return lambd < std::abs(x) ? g : 0; }>;
using SoftShrinkGradCpuKernel =
    GradientWith<ShrinkGradAttributes, [](auto g, auto x, auto lambd, auto) { return lambd < std::abs(x) ? g : 0; }>;
using GeluGradCpuKernel = GradientOf<[](auto g, auto x) { return g * TanhGeluSlope(x); }>;
using FastGeluGradCpuKernel = GradientOf<[](auto g, auto x) { return g * LogisticSlope(decltype(x)(1.702) * x); }>;
using SwishGradCpuKernel =
    GradientWith<ScaleGradAttributes, [](auto g, auto x, auto scale, auto) { return g * LogisticSlope(scale * x); }>;
using SiluGradCpuKernel = GradientOf<[](auto g, auto x) { return g * LogisticSlope(x); }>;
using MishGradCpuKernel = GradientOf<[](auto g, auto x) { return g * MishSlope(x); }>;

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
