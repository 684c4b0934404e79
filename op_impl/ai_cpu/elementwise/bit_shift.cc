#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"

namespace aicpu {
namespace {

const char* const kBitShift = "BitShift";

// Shifting by the width or more, undefined in C++, moves every bit out.
template <typename T>
T ShiftLeft(T x1, T x2) {
  return x2 >= sizeof(T) * 8 ? T(0) : static_cast<T>(static_cast<uint64_t>(x1) << x2);
}
template <typename T>
T ShiftRight(T x1, T x2) {
  return x2 >= sizeof(T) * 8 ? T(0) : static_cast<T>(x1 >> x2);
}

class BitShiftCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const bool left = opdk::StringAttr(ctx, "direction", "LEFT") == "LEFT";
    return opdk::Dispatch(opdk::UnsignedTypes(), ctx.Output(0)->GetDataType(), [&]<typename T>() {
      return opdk::BroadcastElements<T, T, T>(ctx, 1, left ? ShiftLeft<T> : ShiftRight<T>);
    });
  }
};

}  // namespace

REGISTER_CPU_KERNEL(kBitShift, BitShiftCpuKernel);

}  // namespace aicpu
