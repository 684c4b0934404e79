#include "op_impl/ai_cpu/matmul/product.h"

namespace {

const char* const kBatchMatMul = "BatchMatMul";
const char* const kBatchMatMulV2 = "BatchMatMulV2";

}  // namespace

namespace aicpu {

class BatchMatMulCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::MultiplyInputs(ctx, opdk::BoolAttr(ctx, "adj_x1", false), opdk::BoolAttr(ctx, "adj_x2", false), true);
  }
};

REGISTER_CPU_KERNEL(kBatchMatMul, BatchMatMulCpuKernel);
REGISTER_CPU_KERNEL(kBatchMatMulV2, BatchMatMulCpuKernel);

}  // namespace aicpu
