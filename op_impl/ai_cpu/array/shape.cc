#include "op_impl/ai_cpu/common/tensor.h"

namespace {

uint32_t StoreCounts(const aicpu::CpuKernelContext& ctx, const std::vector<int64_t>& counts) {
  return opdk::Dispatch(opdk::Types<int32_t, int64_t>(), ctx.Output(0)->GetDataType(), [&]<typename T>() {
    const auto y = opdk::Values<T>(ctx.Output(0));
    for (size_t i = 0; i < y.size(); ++i) y[i] = static_cast<T>(counts[i]);
    return opdk::kKernelOk;
  });
}

}  // namespace

namespace aicpu {

class ShapeCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override { return StoreCounts(ctx, opdk::DimsOf(ctx.Input(0))); }
};
OPDK_CPU_KERNEL(Shape, ShapeCpuKernel);

class SizeCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override { return StoreCounts(ctx, {ctx.Input(0)->NumElements()}); }
};
OPDK_CPU_KERNEL(Size, SizeCpuKernel);

}  // namespace aicpu
