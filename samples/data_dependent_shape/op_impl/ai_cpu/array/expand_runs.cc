#include <algorithm>
#include <cstdint>

#include "cpu_kernel.h"
#include "log.h"
#include "opdk/dtype_dispatch.h"
#include "status.h"

namespace {

// Repeats each value as often as its length says. The output has no memory until the kernel sets its size: first the
// shape, then GetData.
template <typename T>
uint32_t ComputeAs(const aicpu::CpuKernelContext& context) {
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

uint32_t ExpandRunsCompute(const aicpu::CpuKernelContext& context) {
  using Types = opdk::Types<int32_t, int64_t, uint8_t, bool>;
  return opdk::Dispatch(Types(), context.Input(0)->GetDataType(), [&]<typename T>() { return ComputeAs<T>(context); });
}

}  // namespace

OPDK_CPU_KERNEL(ExpandRuns, ExpandRunsCompute);
