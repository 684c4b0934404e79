// Gradients of functions of one tensor, each a function of two values in their compute type.
#include <cmath>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"
#include "op_impl/ai_cpu/common/complex.h"

namespace aicpu {
namespace {

using opdk::Conjugate;
using opdk::Over;
using opdk::Times;
using opdk::Widened;

const char* const kAbsGrad = "AbsGrad";
const char* const kSqrtGrad = "SqrtGrad";
const char* const kRsqrtGrad = "RsqrtGrad";
const char* const kReciprocalGrad = "ReciprocalGrad";
const char* const kInvGrad = "InvGrad";
const char* const kAsinGrad = "AsinGrad";
const char* const kAcosGrad = "AcosGrad";
const char* const kAtanGrad = "AtanGrad";
const char* const kAsinhGrad = "AsinhGrad";
const char* const kAcoshGrad = "AcoshGrad";
const char* const kSigmoidGrad = "SigmoidGrad";
const char* const kTanhGrad = "TanhGrad";

// The derivative is taken at y; dy comes from behind.
template <auto kFunction>
using SlopeKernel = opdk::FloatPairCpuKernel<20, kFunction>;

// The kernel of complex numbers, too. A gradient is multiplied by the derivative's conjugate.
template <auto kFunction>
using ScalarSlopeKernel = opdk::PairCpuKernel<opdk::FunctionOf<20, kFunction>, opdk::ScalarTypes>;

// The derivative is conjugated where attribute complex_conj says so.
template <auto kFunction>
struct ConjugatingFunction {
  static constexpr int64_t kCost = 20;
  explicit ConjugatingFunction(const CpuKernelContext& ctx) : conjugates(opdk::BoolAttr(ctx, "complex_conj", false)) {}
  template <typename T>
  T operator()(T y, T dy) const {
    return kFunction(conjugates ? Conjugate(y) : y, dy);
  }
  bool conjugates;
};
template <auto kFunction>
using ConjugatingSlopeKernel = opdk::PairCpuKernel<ConjugatingFunction<kFunction>, opdk::ScalarTypes>;

template <typename T>
T Halved(T x) {
  return T(0.5) * x;
}

template <typename T>
T SignTimes(T y, T dy) {
  if (std::isnan(y)) return y;
  return dy * T((y > 0) - (y < 0));
}

using AbsGradCpuKernel = SlopeKernel<[](auto y, auto dy) { return SignTimes(y, dy); }>;
using SqrtGradCpuKernel = ScalarSlopeKernel<[](auto y, auto dy) { return Over(Halved(dy), Conjugate(y)); }>;
using RsqrtGradCpuKernel = SlopeKernel<[](auto y, auto dy) { return dy / -2 * y * y * y; }>;
using ReciprocalGradCpuKernel =
    ScalarSlopeKernel<[](auto y, auto dy) { return Times(Times(-dy, Conjugate(y)), Conjugate(y)); }>;
using InvGradCpuKernel = SlopeKernel<[](auto x, auto grad) { return -grad * x * x; }>;
using AsinGradCpuKernel = ScalarSlopeKernel<[]<typename T>(T y, T dy) {
  return Over(dy, Conjugate(static_cast<T>(std::sqrt(Times(Widened(T(1) - y), Widened(T(1) + y))))));
}>;
using AcosGradCpuKernel = SlopeKernel<[](auto y, auto dy) { return -dy / std::sqrt((1 - y) * (1 + y)); }>;
using AtanGradCpuKernel = SlopeKernel<[](auto y, auto dy) { return dy / (1 + y * y); }>;
using AsinhGradCpuKernel = SlopeKernel<[](auto y, auto dy) { return dy / std::cosh(y); }>;
using AcoshGradCpuKernel = SlopeKernel<[](auto y, auto dy) { return dy / std::sinh(y); }>;
using SigmoidGradCpuKernel =
    ConjugatingSlopeKernel<[]<typename T>(T y, T dy) { return Times(Times(dy, y), T(1) - y); }>;
using TanhGradCpuKernel =
    ConjugatingSlopeKernel<[]<typename T>(T y, T dy) { return Times(dy, Times(T(1) - y, T(1) + y)); }>;

}  // namespace

REGISTER_CPU_KERNEL(kAbsGrad, AbsGradCpuKernel);
REGISTER_CPU_KERNEL(kSqrtGrad, SqrtGradCpuKernel);
REGISTER_CPU_KERNEL(kRsqrtGrad, RsqrtGradCpuKernel);
REGISTER_CPU_KERNEL(kReciprocalGrad, ReciprocalGradCpuKernel);
REGISTER_CPU_KERNEL(kInvGrad, InvGradCpuKernel);
REGISTER_CPU_KERNEL(kAsinGrad, AsinGradCpuKernel);
REGISTER_CPU_KERNEL(kAcosGrad, AcosGradCpuKernel);
REGISTER_CPU_KERNEL(kAtanGrad, AtanGradCpuKernel);
REGISTER_CPU_KERNEL(kAsinhGrad, AsinhGradCpuKernel);
REGISTER_CPU_KERNEL(kAcoshGrad, AcoshGradCpuKernel);
REGISTER_CPU_KERNEL(kSigmoidGrad, SigmoidGradCpuKernel);
REGISTER_CPU_KERNEL(kTanhGrad, TanhGradCpuKernel);

}  // namespace aicpu
