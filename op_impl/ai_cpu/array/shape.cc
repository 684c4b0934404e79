#include <algorithm>

#include "op_impl/ai_cpu/common/tensor.h"

namespace {

const char* const kShape = "Shape";

}  // namespace

namespace aicpu {

class ShapeCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto dims = opdk::DimsOf(ctx.Input(0));
    const auto rank = static_cast<int64_t>(dims.size());
    const int64_t start = opdk::IntAttr(ctx, "start", 0);
    const auto y = opdk::Values<int64_t>(ctx.Output(0));
    const int64_t first = std::clamp<int64_t>(start < 0 ? start + rank : start, 0, rank);
    std::copy_n(dims.begin() + first, y.size(), y.begin());
    return opdk::kKernelOk;
  }
};

REGISTER_CPU_KERNEL(kShape, ShapeCpuKernel);

}  // namespace aicpu
