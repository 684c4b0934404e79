#include <algorithm>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace {

const char* const kFill = "Fill";
const char* const kFillD = "FillD";

}  // namespace

namespace aicpu {

class FillCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const Tensor* given = ctx.Input(opdk::IsDForm(ctx) ? 0 : 1);
    return opdk::DispatchBySize(ctx.Output(0)->GetDataType(), [&]<typename T>() {
      const T value = *static_cast<const T*>(given->GetData());
      const auto y = opdk::Values<T>(ctx.Output(0));
      std::fill(y.begin(), y.end(), value);
      return opdk::kKernelOk;
    });
  }
};

REGISTER_CPU_KERNEL(kFill, FillCpuKernel);
REGISTER_CPU_KERNEL(kFillD, FillCpuKernel);

}  // namespace aicpu
