#include "op_impl/ai_cpu/common/tensor.h"

namespace {

const char* const kSize = "Size";

}  // namespace

namespace aicpu {

class SizeCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    *static_cast<int64_t*>(ctx.Output(0)->GetData()) = ctx.Input(0)->NumElements();
    return opdk::kKernelOk;
  }
};

REGISTER_CPU_KERNEL(kSize, SizeCpuKernel);

}  // namespace aicpu
