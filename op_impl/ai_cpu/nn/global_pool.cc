#include "op_impl/ai_cpu/nn/pooling.h"

namespace {

const char* const kGlobalAveragePool = "GlobalAveragePool";
const char* const kGlobalMaxPool = "GlobalMaxPool";

}  // namespace

namespace aicpu {

class GlobalAveragePoolCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return opdk::ComputeAveragePool<T>(ctx, opdk::GlobalWindow(ctx)); });
  }
};

class GlobalMaxPoolCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return opdk::ComputeMaxPool<T>(ctx, opdk::GlobalWindow(ctx)); });
  }
};

REGISTER_CPU_KERNEL(kGlobalAveragePool, GlobalAveragePoolCpuKernel);
REGISTER_CPU_KERNEL(kGlobalMaxPool, GlobalMaxPoolCpuKernel);

}  // namespace aicpu
