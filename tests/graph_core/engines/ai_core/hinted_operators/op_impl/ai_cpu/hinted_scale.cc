#include <cmath>

#include "cpu_kernel.h"

namespace {

const char* const kHintedScale = "HintedScale";

}  // namespace

namespace aicpu {

class HintedScaleCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    const auto* x = static_cast<const float*>(context.Input(0)->GetData());
    const auto* v = static_cast<const float*>(context.Input(1)->GetData());
    auto* y = static_cast<float*>(context.Output(0)->GetData());
    const int64_t columns = context.Input(1)->NumElements();
    for (int64_t i = 0; i < context.Input(0)->NumElements(); ++i) y[i] = x[i] * std::exp(v[i % columns]);
    return 0;
  }
};

REGISTER_CPU_KERNEL(kHintedScale, HintedScaleCpuKernel);

}  // namespace aicpu
