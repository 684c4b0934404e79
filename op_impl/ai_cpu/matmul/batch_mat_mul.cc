#include "op_impl/ai_cpu/matmul/product.h"

namespace {

const char* const kBatchMatMul = "BatchMatMul";

}  // namespace

namespace aicpu {

class BatchMatMulCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::ProductTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      return opdk::MultiplyInputs<T>(ctx, opdk::BoolAttr(ctx, "adj_x1", false), opdk::BoolAttr(ctx, "adj_x2", false));
    });
  }
};

REGISTER_CPU_KERNEL(kBatchMatMul, BatchMatMulCpuKernel);

}  // namespace aicpu
