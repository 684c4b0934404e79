#include <cmath>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"

namespace aicpu {
namespace {

const char* const kMod = "Mod";

// The remainder with the sign of x1. x2 of 0 gives 0, and -1 is handled apart because smallest % -1 traps.
template <typename T>
T TruncatedRemainder(T x1, T x2) {
  if (x2 == 0) return 0;
  if constexpr (std::is_signed_v<T>) {
    if (x2 == T(-1)) return 0;
  }
  return static_cast<T>(x1 % x2);
}

// The remainder with the sign of x2.
template <typename T>
T FlooredRemainder(T x1, T x2) {
  const T remainder = TruncatedRemainder(x1, x2);
  if constexpr (std::is_signed_v<T>) {
    if (remainder != 0 && (remainder < 0) != (x2 < 0)) return static_cast<T>(remainder + x2);
  }
  return remainder;
}

template <typename T>
T FloatRemainder(T x1, T x2) {
  using C = opdk::ComputeType<T>;
  return static_cast<T>(std::fmod(static_cast<C>(x1), static_cast<C>(x2)));
}

// The same with the sign of x2, which a result of 0 has too.
template <typename T>
T FlooredFloatRemainder(T x1, T x2) {
  using C = opdk::ComputeType<T>;
  const C divisor = static_cast<C>(x2), remainder = std::fmod(static_cast<C>(x1), divisor);
  if (remainder == 0) return static_cast<T>(std::copysign(C(0), divisor));
  return static_cast<T>((remainder < 0) == (divisor < 0) ? remainder : remainder + divisor);
}

class ModCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const bool fmod = opdk::IntAttr(ctx, "fmod", 0) != 0;
    return opdk::Dispatch(opdk::NumberTypes(), ctx.Output(0)->GetDataType(), [&]<typename T>() {
      if constexpr (opdk::kIsFloating<T>) {
        return opdk::BroadcastElements<T, T, T>(ctx, 16, fmod ? FloatRemainder<T> : FlooredFloatRemainder<T>);
      } else {
        return opdk::BroadcastElements<T, T, T>(ctx, 8, fmod ? TruncatedRemainder<T> : FlooredRemainder<T>);
      }
    });
  }
};

}  // namespace

REGISTER_CPU_KERNEL(kMod, ModCpuKernel);

}  // namespace aicpu
