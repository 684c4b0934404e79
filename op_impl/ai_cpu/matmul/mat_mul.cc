#include "op_impl/ai_cpu/matmul/product.h"

namespace {

const char* const kMatMul = "MatMul";

}  // namespace

namespace aicpu {

class MatMulCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::ProductTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return opdk::MultiplyInputs<T>(ctx, false, false); });
  }
};

REGISTER_CPU_KERNEL(kMatMul, MatMulCpuKernel);

}  // namespace aicpu
