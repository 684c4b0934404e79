// MatMul and BatchMatMul.
#include "op_impl/ai_cpu/matmul/product.h"

namespace {

const char* const kMatMul = "MatMul";
const char* const kBatchMatMul = "BatchMatMul";

template <typename T>
uint32_t Multiply(const aicpu::CpuKernelContext& ctx, bool transpose_x1, bool transpose_x2) {
  const auto stack = [&](uint32_t input, bool transposed) {
    return opdk::MatrixStack<T>{opdk::Values<const T>(ctx.Input(input)).data(), opdk::DimsOf(ctx.Input(input)),
                                transposed};
  };
  return opdk::MultiplyStacks<T>(ctx, stack(0, transpose_x1), stack(1, transpose_x2), opdk::Values<T>(ctx.Output(0)));
}

}  // namespace

namespace aicpu {

class MatMulCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::ProductTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return Multiply<T>(ctx, false, false); });
  }
};

class BatchMatMulCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::ProductTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      return Multiply<T>(ctx, opdk::BoolAttr(ctx, "adj_x1", false), opdk::BoolAttr(ctx, "adj_x2", false));
    });
  }
};

REGISTER_CPU_KERNEL(kMatMul, MatMulCpuKernel);
REGISTER_CPU_KERNEL(kBatchMatMul, BatchMatMulCpuKernel);

}  // namespace aicpu
