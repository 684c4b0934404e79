#include "cpu_kernel.h"
#include "status.h"

namespace {
const char* const kSteady = "Steady";
const char* const kUntouched = "Untouched";
constexpr int kSteps = 100;

// Makes every step wait for the step before it, so that only their number decides the time.
template <typename T>
void Iterate(aicpu::CpuKernelContext& context, int steps) {
  const auto* x = static_cast<const T*>(context.Input(0)->GetData());
  auto* y = static_cast<T*>(context.Output(0)->GetData());
  for (int64_t i = 0; i < context.Input(0)->NumElements(); ++i) {
    volatile T value = x[i];
    for (int step = 0; step < steps; ++step) value = value / 2 + 1;
    y[i] = value;
  }
}
}  // namespace

namespace aicpu {

class SteadyCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    constexpr int kTimes = OPDK_BENCH_TIMES;
    if (context.Input(0)->GetDataType() == DT_FLOAT) {
      Iterate<float>(context, kTimes * kSteps);
    } else {
      Iterate<int32_t>(context, kTimes * kSteps);
    }
    return KERNEL_STATUS_OK;
  }
};
REGISTER_CPU_KERNEL(kSteady, SteadyCpuKernel);

class UntouchedCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    Iterate<float>(context, kSteps);
    return KERNEL_STATUS_OK;
  }
};
REGISTER_CPU_KERNEL(kUntouched, UntouchedCpuKernel);

}  // namespace aicpu
