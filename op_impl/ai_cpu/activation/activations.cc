// Activations of one tensor, each a function of one value in the compute type of x. Comparisons are written so that
// NaN stays NaN, except where a comment says otherwise.
#include "op_impl/ai_cpu/common/complex.h"
#include "op_impl/ai_cpu/common/logistic.h"
#include "op_impl/ai_cpu/common/unary.h"

namespace aicpu {
namespace {

using opdk::FloatAttribute;
using opdk::FloatMapCpuKernel;

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
    return static_cast<T>(opdk::Quotient(x.real() < 0 ? power : std::complex<double>(1), 1.0 + power));
  } else {
    return Logistic(x);
  }
}

template <int64_t kCost, auto kFunction>
using ScalarMapCpuKernel = opdk::MapCpuKernel<opdk::FunctionOf<kCost, kFunction>, opdk::ScalarTypes>;

using SignedNumberTypes = opdk::Join<opdk::FloatTypes, opdk::SignedTypes>;

using ReluFunction = opdk::FunctionOf<1, [](auto x) { return x < 0 ? 0 : x; }>;
OPDK_CPU_KERNEL(Relu, opdk::MapCpuKernel<ReluFunction, SignedNumberTypes>);
using Relu6Function = opdk::FunctionOf<2, [](auto x) { return AtMostSix(x); }>;
OPDK_CPU_KERNEL(Relu6, opdk::MapCpuKernel<Relu6Function, opdk::NumberTypes>);

OPDK_CPU_KERNEL(LeakyRelu, FloatMapCpuKernel<1, [](auto x, auto slope) { return x < 0 ? slope * x : x; },
                                             FloatAttribute("negative_slope", 0)>);
OPDK_CPU_KERNEL(
    Elu, FloatMapCpuKernel<24,
                           [](auto x, auto alpha, auto scale, auto input_scale) {
                             return scale * (x < 0 ? alpha * std::expm1(input_scale * x) : x);
                           },
                           FloatAttribute("alpha", 1), FloatAttribute("scale", 1), FloatAttribute("input_scale", 1)>);
OPDK_CPU_KERNEL(Selu, FloatMapCpuKernel<24, [](auto x) {
                  using T = decltype(x);
                  return T(1.0507009873554805) * (0 < x ? x : T(1.6732632423543772) * std::expm1(x));
                }>);
OPDK_CPU_KERNEL(
    Celu, FloatMapCpuKernel<24,
                            []<typename T>(T x, T alpha1, T alpha2, T alpha3) {
                              return alpha3 * std::max(x, T(0)) + std::min(alpha1 * std::expm1(x / alpha2), T(0));
                            },
                            FloatAttribute("alpha1", 1), FloatAttribute("alpha2", 1), FloatAttribute("alpha3", 1)>);
// NaN fails the comparison.
OPDK_CPU_KERNEL(ThresholdedRelu,
                FloatMapCpuKernel<1, [](auto x, auto alpha) { return alpha < x ? x : 0; }, FloatAttribute("alpha", 1)>);
OPDK_CPU_KERNEL(
    Threshold,
    FloatMapCpuKernel<1, [](auto x, auto threshold) { return threshold < x ? 1 : 0; }, FloatAttribute("threshold", 0)>);

OPDK_CPU_KERNEL(Sigmoid, ScalarMapCpuKernel<24, [](auto x) { return LogisticOf(x); }>);
OPDK_CPU_KERNEL(
    HardSigmoid,
    FloatMapCpuKernel<2,
                      []<typename T>(T x, T alpha, T beta) { return std::max(std::min(alpha * x + beta, T(1)), T(0)); },
                      FloatAttribute("alpha", 0.16666666F), FloatAttribute("beta", 0.5F)>);
OPDK_CPU_KERNEL(LogSigmoid, FloatMapCpuKernel<40, [](auto x) { return -Softplus(-x); }>);
OPDK_CPU_KERNEL(
    HardSwish,
    FloatMapCpuKernel<4, []<typename T>(T x) { return x * std::max(std::min(x / 6 + T(0.5), T(1)), T(0)); }>);
OPDK_CPU_KERNEL(
    Swish,
    FloatMapCpuKernel<24, [](auto x, auto scale) { return x * Logistic(scale * x); }, FloatAttribute("scale", 1)>);
OPDK_CPU_KERNEL(Mish, FloatMapCpuKernel<60, [](auto x) { return x * std::tanh(Softplus(x)); }>);
OPDK_CPU_KERNEL(FastGelu, FloatMapCpuKernel<24, [](auto x) { return x * Logistic(decltype(x)(1.702) * x); }>);

OPDK_CPU_KERNEL(Softplus, FloatMapCpuKernel<40, [](auto x) { return Softplus(x); }>);
OPDK_CPU_KERNEL(SoftplusV2, FloatMapCpuKernel<40,
                                              [](auto x, auto beta, auto threshold) {
                                                return threshold < beta * x ? x : Softplus(beta * x) / beta;
                                              },
                                              FloatAttribute("beta", 1), FloatAttribute("threshold", 20)>);
OPDK_CPU_KERNEL(Softsign, FloatMapCpuKernel<4, [](auto x) { return x / (1 + std::abs(x)); }>);
OPDK_CPU_KERNEL(Tanh, ScalarMapCpuKernel<30, [](auto x) { return std::tanh(opdk::Widened(x)); }>);

OPDK_CPU_KERNEL(HardShrink, FloatMapCpuKernel<2, [](auto x, auto lambd) { return std::abs(x) <= lambd ? 0 : x; },
                                              FloatAttribute("lambd", 0.5F)>);
OPDK_CPU_KERNEL(
    SoftShrink,
    FloatMapCpuKernel<2, [](auto x, auto lambd) { return MovedToZero(x, lambd); }, FloatAttribute("lambd", 0.5F)>);
// NaN fails both comparisons.
OPDK_CPU_KERNEL(Shrink, FloatMapCpuKernel<2, [](auto x, auto lambd, auto bias) { return Shrunk(x, lambd, bias); },
                                          FloatAttribute("lambd", 0.5F), FloatAttribute("bias", 0)>);

}  // namespace

}  // namespace aicpu
