#include "op_impl/ai_cpu/array/joined_rows.h"

namespace {

const char* const kConcatD = "ConcatD";
const char* const kConcatV2D = "ConcatV2D";
const char* const kConcat = "Concat";
const char* const kConcatV2 = "ConcatV2";

}  // namespace

namespace aicpu {

class ConcatDCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::JoinRows(ctx, {opdk::IntAttr(ctx, "concat_dim", 0)}, 0, ctx.GetInputsSize());
  }
};

// The axis stands before the tensors ...
class ConcatCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::JoinRows(ctx, opdk::IntValues(ctx.Input(0)), 1, ctx.GetInputsSize());
  }
};

// ... or behind them.
class ConcatV2CpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const uint32_t tensors = ctx.GetInputsSize() - 1;
    return opdk::JoinRows(ctx, opdk::IntValues(ctx.Input(tensors)), 0, tensors);
  }
};

REGISTER_CPU_KERNEL(kConcatD, ConcatDCpuKernel);
REGISTER_CPU_KERNEL(kConcatV2D, ConcatDCpuKernel);
REGISTER_CPU_KERNEL(kConcat, ConcatCpuKernel);
REGISTER_CPU_KERNEL(kConcatV2, ConcatV2CpuKernel);

}  // namespace aicpu
