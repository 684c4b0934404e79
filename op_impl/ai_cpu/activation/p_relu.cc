#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"

namespace aicpu {
namespace {

template <typename T>
T Sloped(T x, T slope) {
  if (!(x < T(0))) return x;
  if constexpr (std::is_integral_v<T>) {
    // Wraps around, as Mul does.
    return static_cast<T>(static_cast<uint64_t>(x) * static_cast<uint64_t>(slope));
  } else {
    return slope * x;
  }
}

class PReluCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    using AllTypes = opdk::Join<opdk::FloatTypes, opdk::Types<int32_t, int64_t, uint32_t, uint64_t>>;
    return opdk::DispatchArithmetic(AllTypes(), ctx.Input(0)->GetDataType(),
                                    [&]<typename C>() { return opdk::BroadcastElements<C, C, C>(ctx, 2, Sloped<C>); });
  }
};
OPDK_CPU_KERNEL(PRelu, PReluCpuKernel);

}  // namespace

}  // namespace aicpu
