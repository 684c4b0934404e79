#include "op_impl/ai_cpu/array/joined_rows.h"

namespace aicpu {

// `kX`: the input that is cut. `kAxis`: the input with the axis, where no attribute has it.
template <uint32_t kX, uint32_t kAxis>
class CuttingCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::CutRows(ctx, ctx.Input(kX), opdk::GivenInt(ctx, kAxis, "split_dim"));
  }
};

OPDK_CPU_KERNEL(Split, CuttingCpuKernel<1, 0>);
using SplitVCpuKernel = CuttingCpuKernel<0, 2>;
OPDK_CPU_KERNEL(SplitD, SplitVCpuKernel);
OPDK_CPU_KERNEL(SplitV, SplitVCpuKernel);
OPDK_CPU_KERNEL(SplitVD, SplitVCpuKernel);

}  // namespace aicpu
