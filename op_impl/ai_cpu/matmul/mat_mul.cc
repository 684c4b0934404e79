#include "op_impl/ai_cpu/matmul/product.h"

namespace {

const char* const kMatMul = "MatMul";
const char* const kMatMulV2 = "MatMulV2";

}  // namespace

namespace aicpu {

class MatMulCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::MultiplyInputs(ctx, opdk::BoolAttr(ctx, "transpose_x1", false),
                                opdk::BoolAttr(ctx, "transpose_x2", false));
  }
};

REGISTER_CPU_KERNEL(kMatMul, MatMulCpuKernel);
REGISTER_CPU_KERNEL(kMatMulV2, MatMulCpuKernel);

}  // namespace aicpu
