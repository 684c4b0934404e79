#include <algorithm>
#include <cstdint>

#include "cpu_kernel.h"
#include "log.h"
#include "status.h"

namespace {

const char* const kExpandRuns = "ExpandRuns";

// Repeats each value as often as its length says. The output has no memory until the kernel sets its size: first the
// shape, then GetData.
template <typename T>
uint32_t ComputeExpandRuns(const aicpu::CpuKernelContext& context) {
  const auto* values = static_cast<const T*>(context.Input(0)->GetData());
  const auto* lengths = static_cast<const int64_t*>(context.Input(1)->GetData());
  const int64_t runs = context.Input(0)->NumElements();
  int64_t total = 0;
  for (int64_t i = 0; i < runs; ++i) {
    if (lengths[i] < 0 || __builtin_add_overflow(total, lengths[i], &total)) {
      KERNEL_LOG_ERROR("length %lld can't be", static_cast<long long>(lengths[i]));
      return aicpu::KERNEL_STATUS_PARAM_INVALID;
    }
  }
  context.Output(0)->GetTensorShape()->SetDimSizes({total});
  auto* x = static_cast<T*>(context.Output(0)->GetData());
  for (int64_t i = 0; i < runs; ++i) x = std::fill_n(x, lengths[i], values[i]);
  return aicpu::KERNEL_STATUS_OK;
}

}  // namespace

namespace aicpu {

class ExpandRunsCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    switch (context.Input(0)->GetDataType()) {
      case DT_INT32:
        return ComputeExpandRuns<int32_t>(context);
      case DT_INT64:
        return ComputeExpandRuns<int64_t>(context);
      case DT_UINT8:
        return ComputeExpandRuns<uint8_t>(context);
      case DT_BOOL:
        return ComputeExpandRuns<bool>(context);
      default:  // the operator information admits no other
        return KERNEL_STATUS_PARAM_INVALID;
    }
  }
};

REGISTER_CPU_KERNEL(kExpandRuns, ExpandRunsCpuKernel);

}  // namespace aicpu
