#include <algorithm>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"

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
OPDK_CPU_KERNEL(Fill, FillCpuKernel);
OPDK_CPU_KERNEL(FillD, FillCpuKernel);

}  // namespace aicpu
