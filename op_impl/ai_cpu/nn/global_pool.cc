#include "op_impl/ai_cpu/nn/pooling.h"

namespace aicpu {

class GlobalAveragePoolCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return opdk::ComputeAveragePool<T>(ctx, opdk::GlobalWindow(ctx)); });
  }
};
OPDK_CPU_KERNEL(GlobalAveragePool, GlobalAveragePoolCpuKernel);

class GlobalMaxPoolCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return opdk::ComputeMaxPool<T>(ctx, opdk::GlobalWindow(ctx)); });
  }
};
OPDK_CPU_KERNEL(GlobalMaxPool, GlobalMaxPoolCpuKernel);

}  // namespace aicpu
