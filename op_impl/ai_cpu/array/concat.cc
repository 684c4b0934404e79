#include "op_impl/ai_cpu/array/joined_rows.h"

namespace aicpu {

class ConcatDCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::JoinRows(ctx, {opdk::IntAttr(ctx, "concat_dim", 0)}, 0, ctx.GetInputsSize());
  }
};
OPDK_CPU_KERNEL(ConcatD, ConcatDCpuKernel);
OPDK_CPU_KERNEL(ConcatV2D, ConcatDCpuKernel);

// The axis stands before the tensors ...
class ConcatCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::JoinRows(ctx, opdk::IntValues(ctx.Input(0)), 1, ctx.GetInputsSize());
  }
};
OPDK_CPU_KERNEL(Concat, ConcatCpuKernel);

// ... or behind them.
class ConcatV2CpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const uint32_t tensors = ctx.GetInputsSize() - 1;
    return opdk::JoinRows(ctx, opdk::IntValues(ctx.Input(tensors)), 0, tensors);
  }
};
OPDK_CPU_KERNEL(ConcatV2, ConcatV2CpuKernel);

}  // namespace aicpu
