// Operators whose output is the bytes of x under another shape. In a model they are views and no kernel runs. This
// kernel serves where the bytes must lie in a place of their own (a constant, a graph output).
#pragma once

#include <cstring>

#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {

class CopyCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const Tensor* x = ctx.Input(0);
    const int64_t bytes = x->CalcDataSizeByShape();
    if (bytes > 0 && ctx.Output(0)->GetData() != x->GetData()) {
      std::memcpy(ctx.Output(0)->GetData(), x->GetData(), static_cast<size_t>(bytes));
    }
    return opdk::kKernelOk;
  }
};

}  // namespace aicpu
