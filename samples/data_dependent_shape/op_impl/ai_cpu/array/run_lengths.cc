#include <cstdint>

#include "cpu_kernel.h"
#include "status.h"

namespace {

const char* const kRunLengths = "RunLengths";

// Counts runs of equal elements. The outputs have room for one run per element; the shapes set at the end say how many
// runs there are.
template <typename T>
uint32_t ComputeRunLengths(const aicpu::CpuKernelContext& context) {
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

}  // namespace

namespace aicpu {

class RunLengthsCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    switch (context.Input(0)->GetDataType()) {
      case DT_INT32:
        return ComputeRunLengths<int32_t>(context);
      case DT_INT64:
        return ComputeRunLengths<int64_t>(context);
      case DT_UINT8:
        return ComputeRunLengths<uint8_t>(context);
      case DT_BOOL:
        return ComputeRunLengths<bool>(context);
      default:  // the operator information admits no other
        return KERNEL_STATUS_PARAM_INVALID;
    }
  }
};

REGISTER_CPU_KERNEL(kRunLengths, RunLengthsCpuKernel);

}  // namespace aicpu
