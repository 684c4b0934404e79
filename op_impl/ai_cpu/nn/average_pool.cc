#include "op_impl/ai_cpu/nn/pooling.h"

namespace {

const char* const kAveragePool = "AveragePool";

}  // namespace

namespace aicpu {

class AveragePoolCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return opdk::ComputeAveragePool<T>(ctx, opdk::PoolWindow(ctx)); });
  }
};

REGISTER_CPU_KERNEL(kAveragePool, AveragePoolCpuKernel);

}  // namespace aicpu
