#include "op_impl/ai_cpu/matmul/product.h"

namespace {

double NumberOf(const aicpu::Tensor* tensor) {
  double number = 0;
  opdk::Dispatch(opdk::ProductTypes(), tensor->GetDataType(), [&]<typename T>() {
    number = static_cast<double>(opdk::Values<const T>(tensor)[0]);
    return opdk::kKernelOk;
  });
  return number;
}

}  // namespace

namespace aicpu {

class GemmCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::ProductTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      opdk::Addend<T> addend = opdk::AddendOf<T>(ctx.Input(2));
      addend.alpha = NumberOf(ctx.Input(3));
      addend.beta = NumberOf(ctx.Input(4));
      const auto stack = [&](uint32_t input, const char* transposed) {
        return opdk::MatrixStack<T>{opdk::Values<const T>(ctx.Input(input)).data(), opdk::DimsOf(ctx.Input(input)),
                                    opdk::BoolAttr(ctx, transposed, false)};
      };
      return opdk::MultiplyStacks<T>(ctx, stack(0, "transpose_a"), stack(1, "transpose_b"), opdk::DimsOf(ctx.Output(0)),
                                     opdk::Values<T>(ctx.Output(0)), addend);
    });
  }
};
OPDK_CPU_KERNEL(GEMM, GemmCpuKernel);

}  // namespace aicpu
