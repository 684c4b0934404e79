#include <cmath>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"
#include "op_impl/ai_cpu/common/cast.h"
#include "op_impl/ai_cpu/common/complex.h"

namespace aicpu {
namespace {

const char* const kPow = "Pow";

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

template <typename T, typename E>
T Power(T base, E exponent) {
  if constexpr (std::is_integral_v<T> && std::is_integral_v<E>) {
    return IntegerPower(base, exponent);
  } else {
    // float holds the exponent exactly enough for a float result when it is a float or a narrow integer itself.
    constexpr bool kNarrow = (opdk::kIsFloating<E> && sizeof(E) <= 4) || (std::is_integral_v<E> && sizeof(E) <= 2);
    using C = std::conditional_t<opdk::kIsFloating<T> && sizeof(T) <= 4 && kNarrow, float, double>;
    return opdk::SafeCast<T>(std::pow(static_cast<C>(base), static_cast<C>(exponent)));
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
template <typename T>
uint32_t Square(const CpuKernelContext& ctx) {
  const T* x1 = opdk::Values<const T>(ctx.Input(0)).data();
  T* y = opdk::Values<T>(ctx.Output(0)).data();
  return opdk::ParallelRange(ctx, ctx.Output(0)->NumElements(), 1, [&](int64_t begin, int64_t end) {
    opdk::ArrayMap<T>(y + begin, end - begin) =
        opdk::LoadRun<opdk::ComputeType<T>>(x1 + begin, end - begin).square().template cast<T>();
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
      const uint32_t done = opdk::Dispatch(opdk::FloatTypes(), type, [&]<typename T>() { return Square<T>(ctx); });
      if (done == opdk::kKernelOk) return done;
    }
    return opdk::Dispatch(BaseTypes(), type, [&]<typename T>() {
      return opdk::Dispatch(opdk::NumberTypes(), ctx.Input(1)->GetDataType(),
                            [&]<typename E>() { return opdk::BroadcastElements<T, E, T>(ctx, 32, Power<T, E>); });
    });
  }
};

}  // namespace

REGISTER_CPU_KERNEL(kPow, PowCpuKernel);

}  // namespace aicpu
