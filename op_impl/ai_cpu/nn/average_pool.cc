#include "op_impl/ai_cpu/nn/pooling.h"

namespace aicpu {

class AveragePoolCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return opdk::ComputeAveragePool<T>(ctx, opdk::PoolWindow(ctx)); });
  }
};
OPDK_CPU_KERNEL(AveragePool, AveragePoolCpuKernel);

}  // namespace aicpu
