#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"

namespace aicpu {
namespace {

const char* const kBitShift = "BitShift";

// Whether x2 bits are fewer than T has; other numbers are undefined in C++.
template <typename T>
bool HasBits(T x2) {
  return static_cast<std::make_unsigned_t<T>>(x2) < sizeof(T) * 8;
}
template <typename T>
T ShiftLeft(T x1, T x2) {
  return HasBits(x2) ? static_cast<T>(static_cast<uint64_t>(x1) << x2) : T(0);
}
template <typename T>
T ShiftRight(T x1, T x2) {
  if (HasBits(x2)) return static_cast<T>(x1 >> x2);
  return x1 < T(0) ? static_cast<T>(-1) : T(0);
}

class BitShiftCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const bool left = opdk::StringAttr(ctx, "direction", "LEFT") == "LEFT";
    return opdk::Dispatch(opdk::IntegerTypes(), ctx.Output(0)->GetDataType(), [&]<typename T>() {
      return opdk::BroadcastElements<T, T, T>(ctx, 1, left ? ShiftLeft<T> : ShiftRight<T>);
    });
  }
};

}  // namespace

REGISTER_CPU_KERNEL(kBitShift, BitShiftCpuKernel);

}  // namespace aicpu
