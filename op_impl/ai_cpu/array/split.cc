#include "op_impl/ai_cpu/array/joined_rows.h"

namespace {

const char* const kSplit = "Split";
const char* const kSplitD = "SplitD";
const char* const kSplitV = "SplitV";
const char* const kSplitVD = "SplitVD";

}  // namespace

namespace aicpu {

// `kX`: the input that is cut. `kAxis`: the input with the axis, where no attribute has it.
template <uint32_t kX, uint32_t kAxis>
class CuttingCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::CutRows(ctx, ctx.Input(kX), opdk::GivenInt(ctx, kAxis, "split_dim"));
  }
};

using SplitCpuKernel = CuttingCpuKernel<1, 0>;
using SplitVCpuKernel = CuttingCpuKernel<0, 2>;

REGISTER_CPU_KERNEL(kSplit, SplitCpuKernel);
REGISTER_CPU_KERNEL(kSplitD, SplitVCpuKernel);
REGISTER_CPU_KERNEL(kSplitV, SplitVCpuKernel);
REGISTER_CPU_KERNEL(kSplitVD, SplitVCpuKernel);

}  // namespace aicpu
