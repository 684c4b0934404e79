#include "op_impl/ai_cpu/matmul/product.h"

namespace aicpu {

class BatchMatMulCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::MultiplyInputs(ctx, opdk::BoolAttr(ctx, "adj_x1", false), opdk::BoolAttr(ctx, "adj_x2", false), true);
  }
};
OPDK_CPU_KERNEL(BatchMatMul, BatchMatMulCpuKernel);
OPDK_CPU_KERNEL(BatchMatMulV2, BatchMatMulCpuKernel);

}  // namespace aicpu
