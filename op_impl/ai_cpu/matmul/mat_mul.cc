#include "op_impl/ai_cpu/matmul/product.h"

namespace aicpu {

class MatMulCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::MultiplyInputs(ctx, opdk::BoolAttr(ctx, "transpose_x1", false),
                                opdk::BoolAttr(ctx, "transpose_x2", false));
  }
};
OPDK_CPU_KERNEL(MatMul, MatMulCpuKernel);
OPDK_CPU_KERNEL(MatMulV2, MatMulCpuKernel);

}  // namespace aicpu
