#include "op_impl/ai_cpu/nn/pooling.h"

namespace aicpu {

using MaxTypes = opdk::Join<opdk::FloatTypes, opdk::Types<int8_t, uint8_t>>;

class MaxPoolNDCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(MaxTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return opdk::ComputeMaxPool<T>(ctx, opdk::PoolWindow(ctx)); });
  }
};
OPDK_CPU_KERNEL(MaxPoolND, MaxPoolNDCpuKernel);

}  // namespace aicpu
