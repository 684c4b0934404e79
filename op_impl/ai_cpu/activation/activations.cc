// Activations of one tensor, each a function of one value in the compute type of x. Comparisons are written so that
// NaN stays NaN, except where a comment says otherwise.
#include "op_impl/ai_cpu/common/complex.h"
#include "op_impl/ai_cpu/common/logistic.h"
#include "op_impl/ai_cpu/common/unary.h"

namespace aicpu {
namespace {

using opdk::FloatAttribute;
using opdk::FloatMapCpuKernel;

const char* const kRelu = "Relu";
const char* const kRelu6 = "Relu6";
const char* const kLeakyRelu = "LeakyRelu";
const char* const kElu = "Elu";
const char* const kSelu = "Selu";
const char* const kCelu = "Celu";
const char* const kThresholdedRelu = "ThresholdedRelu";
const char* const kThreshold = "Threshold";
const char* const kSigmoid = "Sigmoid";
const char* const kHardSigmoid = "HardSigmoid";
const char* const kLogSigmoid = "LogSigmoid";
const char* const kHardSwish = "HardSwish";
const char* const kSwish = "Swish";
const char* const kMish = "Mish";
const char* const kFastGelu = "FastGelu";
const char* const kSoftplus = "Softplus";
const char* const kSoftplusV2 = "SoftplusV2";
const char* const kSoftsign = "Softsign";
const char* const kTanh = "Tanh";
const char* const kHardShrink = "HardShrink";
const char* const kSoftShrink = "SoftShrink";
const char* const kShrink = "Shrink";

template <typename T>
T AtMostSix(T x) {
  if (x < T(0)) return T(0);
  return x > T(6) ? T(6) : x;
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

template <typename T>
T LogisticOf(T x) {
  if constexpr (opdk::kIsComplex<T>) {
    const auto power = std::exp(x.real() < 0 ? opdk::Widened(x) : -opdk::Widened(x));
    return static_cast<T>(opdk::Over(x.real() < 0 ? power : std::complex<double>(1), 1.0 + power));
  } else {
    return Logistic(x);
  }
}

template <int64_t kCost, auto kFunction>
using ScalarMapCpuKernel = opdk::MapCpuKernel<opdk::FunctionOf<kCost, kFunction>, opdk::ScalarTypes>;

using SignedNumberTypes = opdk::Join<opdk::FloatTypes, opdk::SignedTypes>;

using ReluFunction = opdk::FunctionOf<1, [](auto x) { return x < 0 ? 0 : x; }>;
using ReluCpuKernel = opdk::MapCpuKernel<ReluFunction, SignedNumberTypes>;
using Relu6Function = opdk::FunctionOf<2, [](auto x) { return AtMostSix(x); }>;
using Relu6CpuKernel = opdk::MapCpuKernel<Relu6Function, opdk::NumberTypes>;

using LeakyReluCpuKernel =
    FloatMapCpuKernel<1, [](auto x, auto slope) { return x < 0 ? slope * x : x; }, FloatAttribute("negative_slope", 0)>;
using EluCpuKernel =
    FloatMapCpuKernel<24,
                      [](auto x, auto alpha, auto scale, auto input_scale) {
                        return scale * (x < 0 ? alpha * std::expm1(input_scale * x) : x);
                      },
                      FloatAttribute("alpha", 1), FloatAttribute("scale", 1), FloatAttribute("input_scale", 1)>;
using SeluCpuKernel = FloatMapCpuKernel<24, [](auto x) {
  using T = decltype(x);
  return T(1.0507009873554805) * (0 < x ? x : T(1.6732632423543772) * std::expm1(x));
}>;
using CeluCpuKernel =
    FloatMapCpuKernel<24,
                      []<typename T>(T x, T alpha1, T alpha2, T alpha3) {
                        return alpha3 * std::max(x, T(0)) + std::min(alpha1 * std::expm1(x / alpha2), T(0));
                      },
                      FloatAttribute("alpha1", 1), FloatAttribute("alpha2", 1), FloatAttribute("alpha3", 1)>;
// NaN fails the comparison.
using ThresholdedReluCpuKernel =
    FloatMapCpuKernel<1, [](auto x, auto alpha) { return alpha < x ? x : 0; }, FloatAttribute("alpha", 1)>;
using ThresholdCpuKernel =
    FloatMapCpuKernel<1, [](auto x, auto threshold) { return threshold < x ? 1 : 0; }, FloatAttribute("threshold", 0)>;

using SigmoidCpuKernel = ScalarMapCpuKernel<24, [](auto x) { return LogisticOf(x); }>;
using HardSigmoidCpuKernel =
    FloatMapCpuKernel<2,
                      []<typename T>(T x, T alpha, T beta) { return std::max(std::min(alpha * x + beta, T(1)), T(0)); },
                      FloatAttribute("alpha", 0.16666666F), FloatAttribute("beta", 0.5F)>;
using LogSigmoidCpuKernel = FloatMapCpuKernel<40, [](auto x) { return -Softplus(-x); }>;
using HardSwishCpuKernel =
    FloatMapCpuKernel<4, []<typename T>(T x) { return x * std::max(std::min(x / 6 + T(0.5), T(1)), T(0)); }>;
using SwishCpuKernel =
    FloatMapCpuKernel<24, [](auto x, auto scale) { return x * Logistic(scale * x); }, FloatAttribute("scale", 1)>;
using MishCpuKernel = FloatMapCpuKernel<60, [](auto x) { return x * std::tanh(Softplus(x)); }>;
using FastGeluCpuKernel = FloatMapCpuKernel<24, [](auto x) { return x * Logistic(decltype(x)(1.702) * x); }>;

using SoftplusCpuKernel = FloatMapCpuKernel<40, [](auto x) { return Softplus(x); }>;
using SoftplusV2CpuKernel = FloatMapCpuKernel<
    40, [](auto x, auto beta, auto threshold) { return threshold < beta * x ? x : Softplus(beta * x) / beta; },
    FloatAttribute("beta", 1), FloatAttribute("threshold", 20)>;
using SoftsignCpuKernel = FloatMapCpuKernel<4, [](auto x) { return x / (1 + std::abs(x)); }>;
using TanhCpuKernel = ScalarMapCpuKernel<30, [](auto x) { return std::tanh(opdk::Widened(x)); }>;

using HardShrinkCpuKernel = FloatMapCpuKernel<2, [](auto x, auto lambd) { return std::abs(x) <= lambd ? 0 : x; },
                                              FloatAttribute("lambd", 0.5F)>;
using SoftShrinkCpuKernel =
    FloatMapCpuKernel<2, [](auto x, auto lambd) { return MovedToZero(x, lambd); }, FloatAttribute("lambd", 0.5F)>;
// NaN fails both comparisons.
using ShrinkCpuKernel = FloatMapCpuKernel<2, [](auto x, auto lambd, auto bias) { return Shrunk(x, lambd, bias); },
                                          FloatAttribute("lambd", 0.5F), FloatAttribute("bias", 0)>;

}  // namespace

REGISTER_CPU_KERNEL(kRelu, ReluCpuKernel);
REGISTER_CPU_KERNEL(kRelu6, Relu6CpuKernel);
REGISTER_CPU_KERNEL(kLeakyRelu, LeakyReluCpuKernel);
REGISTER_CPU_KERNEL(kElu, EluCpuKernel);
REGISTER_CPU_KERNEL(kSelu, SeluCpuKernel);
REGISTER_CPU_KERNEL(kCelu, CeluCpuKernel);
REGISTER_CPU_KERNEL(kThresholdedRelu, ThresholdedReluCpuKernel);
REGISTER_CPU_KERNEL(kThreshold, ThresholdCpuKernel);
REGISTER_CPU_KERNEL(kSigmoid, SigmoidCpuKernel);
REGISTER_CPU_KERNEL(kHardSigmoid, HardSigmoidCpuKernel);
REGISTER_CPU_KERNEL(kLogSigmoid, LogSigmoidCpuKernel);
REGISTER_CPU_KERNEL(kHardSwish, HardSwishCpuKernel);
REGISTER_CPU_KERNEL(kSwish, SwishCpuKernel);
REGISTER_CPU_KERNEL(kMish, MishCpuKernel);
REGISTER_CPU_KERNEL(kFastGelu, FastGeluCpuKernel);
REGISTER_CPU_KERNEL(kSoftplus, SoftplusCpuKernel);
REGISTER_CPU_KERNEL(kSoftplusV2, SoftplusV2CpuKernel);
REGISTER_CPU_KERNEL(kSoftsign, SoftsignCpuKernel);
REGISTER_CPU_KERNEL(kTanh, TanhCpuKernel);
REGISTER_CPU_KERNEL(kHardShrink, HardShrinkCpuKernel);
REGISTER_CPU_KERNEL(kSoftShrink, SoftShrinkCpuKernel);
REGISTER_CPU_KERNEL(kShrink, ShrinkCpuKernel);

}  // namespace aicpu
