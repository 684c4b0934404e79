#include "cpu_kernel.h"
#include "op_impl/ai_cpu/outside/parts.h"
#include "status.h"

namespace {

const char* const kOutside = "Outside";

}  // namespace

namespace aicpu {

class OutsideCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    const auto* x = static_cast<const float*>(context.Input(0)->GetData());
    static_cast<float*>(context.Output(0)->GetData())[0] = LooksOutside() + KeepsState(context) + IsFine(x[0]);
    return KERNEL_STATUS_OK;
  }
};

REGISTER_CPU_KERNEL(kOutside, OutsideCpuKernel);

}  // namespace aicpu
