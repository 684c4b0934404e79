// More activations of one tensor, each a function of one value in the compute type of x.
#include <cmath>

#include "op_impl/ai_cpu/common/unary.h"

namespace aicpu {
namespace {

const char* const kRelu6 = "Relu6";
const char* const kMish = "Mish";
const char* const kSwish = "Swish";
const char* const kHardShrink = "HardShrink";
const char* const kSoftShrink = "SoftShrink";
const char* const kShrink = "Shrink";
const char* const kFastGelu = "FastGelu";
const char* const kLogSigmoid = "LogSigmoid";
const char* const kThreshold = "Threshold";
const char* const kSoftplusV2 = "SoftplusV2";

struct Relu6Function {
  static constexpr int64_t kCost = 2;
  template <typename T>
  T operator()(T x) const {
    if (x < T(0)) return T(0);
    return x > T(6) ? T(6) : x;
  }
};

// The activations of this many elementary operations that have no parameters.
template <auto kFunction>
struct ActivationFunction {
  static constexpr int64_t kCost = 60;
  auto operator()(auto x) const { return kFunction(x); }
};
template <auto kFunction>
using PlainActivation = opdk::MapCpuKernel<ActivationFunction<kFunction>, opdk::FloatTypes>;

// Activations with parameters: kFunction(x, first, second) with the values of two attributes in the type of x.
template <typename Attributes, auto kFunction>
struct ParameterFunction {
  static constexpr int64_t kCost = 40;
  explicit ParameterFunction(const CpuKernelContext& ctx)
      : first(opdk::FloatAttr(ctx, Attributes::kFirst, Attributes::kFirstDefault)),
        second(opdk::FloatAttr(ctx, Attributes::kSecond, Attributes::kSecondDefault)) {}
  template <typename T>
  T operator()(T x) const {
    return kFunction(x, T(first), T(second));
  }
  float first;
  float second;
};
template <typename Attributes, auto kFunction>
using ActivationOf = opdk::MapCpuKernel<ParameterFunction<Attributes, kFunction>, opdk::FloatTypes>;

struct ScaleAttributes {
  static constexpr const char* kFirst = "scale";
  static constexpr const char* kSecond = "";
  static constexpr float kFirstDefault = 1, kSecondDefault = 0;
};
struct ShrinkAttributes {
  static constexpr const char* kFirst = "lambd";
  static constexpr const char* kSecond = "bias";
  static constexpr float kFirstDefault = 0.5f, kSecondDefault = 0;
};
struct ThresholdAttributes {
  static constexpr const char* kFirst = "threshold";
  static constexpr const char* kSecond = "";
  static constexpr float kFirstDefault = 0, kSecondDefault = 0;
};
struct SoftplusAttributes {
  static constexpr const char* kFirst = "beta";
  static constexpr const char* kSecond = "threshold";
  static constexpr float kFirstDefault = 1, kSecondDefault = 20;
};

template <typename T>
T LogOnePlusExp(T x) {
  return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
}

// 1 / (1 + exp(-x)) without overflow.
template <typename T>
T LogisticOf(T x) {
  const T power = std::exp(-std::abs(x));
  return (x < 0 ? power : 1) / (1 + power);
}

template <typename T>
T MovedToZero(T x, T lambd) {
  if (std::abs(x) <= lambd) return 0;
  return x > 0 ? x - lambd : x + lambd;
}

template <typename T>
T Shrunk(T x, T lambd, T bias) {
  if (x < -lambd) return x + bias;
  return x > lambd ? x - bias : 0;
}

using Relu6CpuKernel = opdk::MapCpuKernel<Relu6Function, opdk::NumberTypes>;
using MishCpuKernel = PlainActivation<[](auto x) { return x * std::tanh(LogOnePlusExp(x)); }>;
using SwishCpuKernel =
    ActivationOf<ScaleAttributes, [](auto x, auto scale, auto) { return x * LogisticOf(scale * x); }>;
using HardShrinkCpuKernel =
    ActivationOf<ShrinkAttributes, [](auto x, auto lambd, auto) { return std::abs(x) <= lambd ? 0 : x; }>;
using SoftShrinkCpuKernel =
    ActivationOf<ShrinkAttributes, [](auto x, auto lambd, auto) { return MovedToZero(x, lambd); }>;
using ShrinkCpuKernel =
    ActivationOf<ShrinkAttributes, [](auto x, auto lambd, auto bias) { return Shrunk(x, lambd, bias); }>;
using FastGeluCpuKernel = PlainActivation<[](auto x) { return x * LogisticOf(decltype(x)(1.702) * x); }>;
using LogSigmoidCpuKernel = PlainActivation<[](auto x) { return -LogOnePlusExp(-x); }>;
using ThresholdCpuKernel =
    ActivationOf<ThresholdAttributes, [](auto x, auto threshold, auto) { return threshold < x ? 1 : 0; }>;
using SoftplusV2CpuKernel = ActivationOf<SoftplusAttributes, [](auto x, auto beta, auto threshold) {
  return threshold < beta * x ? x : LogOnePlusExp(beta * x) / beta;
}>;

}  // namespace

REGISTER_CPU_KERNEL(kRelu6, Relu6CpuKernel);
REGISTER_CPU_KERNEL(kMish, MishCpuKernel);
REGISTER_CPU_KERNEL(kSwish, SwishCpuKernel);
REGISTER_CPU_KERNEL(kHardShrink, HardShrinkCpuKernel);
REGISTER_CPU_KERNEL(kSoftShrink, SoftShrinkCpuKernel);
REGISTER_CPU_KERNEL(kShrink, ShrinkCpuKernel);
REGISTER_CPU_KERNEL(kFastGelu, FastGeluCpuKernel);
REGISTER_CPU_KERNEL(kLogSigmoid, LogSigmoidCpuKernel);
REGISTER_CPU_KERNEL(kThreshold, ThresholdCpuKernel);
REGISTER_CPU_KERNEL(kSoftplusV2, SoftplusV2CpuKernel);

}  // namespace aicpu
