// Gradients of functions of one tensor, each a function of two values in their compute type.
#include <cmath>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"
#include "op_impl/ai_cpu/common/complex.h"

namespace aicpu {
namespace {

using opdk::Conjugate;
using opdk::Product;
using opdk::Quotient;
using opdk::Widened;

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
T ProductWithSign(T y, T dy) {
  if (std::isnan(y)) return y;
  return dy * T((y > 0) - (y < 0));
}

OPDK_CPU_KERNEL(AbsGrad, SlopeKernel<[](auto y, auto dy) { return ProductWithSign(y, dy); }>);
OPDK_CPU_KERNEL(SqrtGrad, ScalarSlopeKernel<[](auto y, auto dy) { return Quotient(Halved(dy), Conjugate(y)); }>);
OPDK_CPU_KERNEL(RsqrtGrad, SlopeKernel<[](auto y, auto dy) { return dy / -2 * y * y * y; }>);
OPDK_CPU_KERNEL(ReciprocalGrad,
                ScalarSlopeKernel<[](auto y, auto dy) { return Product(Product(-dy, Conjugate(y)), Conjugate(y)); }>);
OPDK_CPU_KERNEL(InvGrad, SlopeKernel<[](auto x, auto grad) { return -grad * x * x; }>);
OPDK_CPU_KERNEL(AsinGrad, ScalarSlopeKernel<[]<typename T>(T y, T dy) {
                  return Quotient(dy,
                                  Conjugate(static_cast<T>(std::sqrt(Product(Widened(T(1) - y), Widened(T(1) + y))))));
                }>);
OPDK_CPU_KERNEL(AcosGrad, SlopeKernel<[](auto y, auto dy) { return -dy / std::sqrt((1 - y) * (1 + y)); }>);
OPDK_CPU_KERNEL(AtanGrad, SlopeKernel<[](auto y, auto dy) { return dy / (1 + y * y); }>);
OPDK_CPU_KERNEL(AsinhGrad, SlopeKernel<[](auto y, auto dy) { return dy / std::cosh(y); }>);
OPDK_CPU_KERNEL(AcoshGrad, SlopeKernel<[](auto y, auto dy) { return dy / std::sinh(y); }>);
OPDK_CPU_KERNEL(SigmoidGrad,
                ConjugatingSlopeKernel<[]<typename T>(T y, T dy) { return Product(Product(dy, y), T(1) - y); }>);
OPDK_CPU_KERNEL(TanhGrad,
                ConjugatingSlopeKernel<[]<typename T>(T y, T dy) { return Product(dy, Product(T(1) - y, T(1) + y)); }>);

}  // namespace

}  // namespace aicpu
