#include <cstdint>

#include "cpu_kernel.h"
#include "opdk/dtype_dispatch.h"
#include "status.h"

namespace {

// Counts runs of equal elements. The outputs have room for one run per element; the shapes set at the end say how many
// runs there are.
template <typename T>
uint32_t ComputeAs(const aicpu::CpuKernelContext& context) {
  const auto* x = static_cast<const T*>(context.Input(0)->GetData());
  auto* values = static_cast<T*>(context.Output(0)->GetData());
  auto* lengths = static_cast<int64_t*>(context.Output(1)->GetData());
  const int64_t total = context.Input(0)->NumElements();
  int64_t runs = 0;
  for (int64_t i = 0; i < total; ++i) {
    if (i > 0 && x[i] == x[i - 1]) {
      ++lengths[runs - 1];
      continue;
    }
    values[runs] = x[i];
    lengths[runs] = 1;
    ++runs;
  }
  context.Output(0)->GetTensorShape()->SetDimSizes({runs});
  context.Output(1)->GetTensorShape()->SetDimSizes({runs});
  return aicpu::KERNEL_STATUS_OK;
}

uint32_t RunLengthsCompute(const aicpu::CpuKernelContext& context) {
  using Types = opdk::Types<int32_t, int64_t, uint8_t, bool>;
  return opdk::Dispatch(Types(), context.Input(0)->GetDataType(), [&]<typename T>() { return ComputeAs<T>(context); });
}

}  // namespace

OPDK_CPU_KERNEL(RunLengths, RunLengthsCompute);
