#include "cpu_kernel.h"
#include "status.h"

namespace {

const char* const kCpuMisspelt = "CpuMisspelt";

}  // namespace

namespace aicpu {

class ScaleCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    const AttrValue* factor = context.GetAttr("facotr");
    const float by = factor == nullptr ? 2.0F : factor->GetFloat();
    const auto* x = static_cast<const float*>(context.Input(0)->GetData());
    auto* y = static_cast<float*>(context.Output(0)->GetData());
    for (int64_t i = 0; i < context.Input(0)->NumElements(); ++i) y[i] = by * x[i];
    return KERNEL_STATUS_OK;
  }
};

REGISTER_CPU_KERNEL(kCpuMisspelt, ScaleCpuKernel);

}  // namespace aicpu
