#include <cmath>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"
#include "op_impl/ai_cpu/common/cast.h"
#include "op_impl/ai_cpu/common/complex.h"
#include "op_impl/ai_cpu/common/unary.h"

namespace aicpu {
namespace {

// Raises an integer to an integer power, wrapping around.
template <typename T, typename E>
T IntegerPower(T base, E exponent) {
  if (exponent < 0) {
    // The reciprocals of 1 and -1 are integers. All other reciprocals are truncated to 0.
    if (base == 1) return 1;
    if (base == T(-1)) return exponent % 2 == 0 ? T(1) : T(-1);
    return 0;
  }
  using U = std::make_unsigned_t<T>;
  U result = 1;
  U factor = static_cast<U>(base);
  for (auto rest = static_cast<uint64_t>(exponent); rest != 0; rest >>= 1) {
    if ((rest & 1) != 0) result *= factor;
    factor *= factor;
  }
  return static_cast<T>(result);
}

// Computes a power of `dtype`, which says where integers saturate that a float exponent gives.
template <typename T, typename E>
T Power(DataType dtype, T base, E exponent) {
  if constexpr (std::is_integral_v<T> && std::is_integral_v<E>) {
    return IntegerPower(base, exponent);
  } else {
    // float doesn't hold each integer exponent.
    using C = std::conditional_t<std::is_same_v<T, float> && std::is_same_v<E, float>, float, double>;
    return opdk::Saturated<T>(dtype, std::pow(static_cast<C>(base), static_cast<C>(exponent)));
  }
}

// Raises a complex number to a complex power. An exponent of 0 gives 1, whatever the base. For the base 0 only powers
// with a positive real part are numbers.
template <typename T>
T ComplexPower(T base, T exponent) {
  if (exponent == T(0)) return T(1);
  if (base == T(0)) return exponent.real() > 0 ? T(0) : T(std::nan(""), std::nan(""));
  return static_cast<T>(std::pow(std::complex<double>(base), std::complex<double>(exponent)));
}

// Squares x1. This is by far the commonest power, in LayerNormalization and Gelu as exporters write them.
uint32_t Square(const CpuKernelContext& ctx) {
  return opdk::DispatchArithmetic(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename C>() {
    return opdk::MapElements<C, C>(ctx, 1, [](auto x) { return x * x; });
  });
}

class PowCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    using BaseTypes = opdk::Join<opdk::FloatTypes, opdk::Types<int32_t, int64_t>>;
    const DataType type = ctx.Input(0)->GetDataType();
    if (type == DT_COMPLEX64 || type == DT_COMPLEX128) {
      return opdk::Dispatch(opdk::ComplexTypes(), type,
                            [&]<typename T>() { return opdk::BroadcastElements<T, T, T>(ctx, 96, ComplexPower<T>); });
    }
    const std::vector<double> x2 =
        ctx.Input(1)->NumElements() == 1 ? opdk::FloatValues(ctx.Input(1)) : std::vector<double>();
    if (!x2.empty() && x2[0] == 2.0 && ctx.Input(0)->NumElements() == ctx.Output(0)->NumElements()) {
      const uint32_t done = Square(ctx);
      if (done == opdk::kKernelOk) return done;
    }
    return opdk::DispatchArithmetic(BaseTypes(), type, [&]<typename C>() {
      return opdk::DispatchArithmetic(opdk::NumberTypes(), ctx.Input(1)->GetDataType(), [&]<typename E>() {
        return opdk::BroadcastElements<C, E, C>(ctx, 32, [type](C x, E exponent) { return Power(type, x, exponent); });
      });
    });
  }
};
OPDK_CPU_KERNEL(Pow, PowCpuKernel);

}  // namespace

}  // namespace aicpu
