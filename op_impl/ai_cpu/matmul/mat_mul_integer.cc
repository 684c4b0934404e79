// MatMulInteger and QLinearMatMul.
#include "op_impl/ai_cpu/common/centered.h"
#include "op_impl/ai_cpu/common/requantize.h"
#include "op_impl/ai_cpu/matmul/product.h"

namespace {

// Returns the shape with which numbers broadcast. A list has one number for each row.
std::vector<int64_t> PerRow(const aicpu::Tensor* numbers, size_t rank) {
  if (!opdk::IsPresent(numbers)) return {};
  std::vector<int64_t> dims = opdk::DimsOf(numbers);
  if (dims.size() == 1 && rank > 1) dims.push_back(1);
  return dims;
}

uint32_t Multiply(const aicpu::CpuKernelContext& ctx, uint32_t a, uint32_t a_zero, uint32_t b, uint32_t b_zero,
                  std::span<int32_t> y) {
  const std::vector<int64_t> a_dims = opdk::DimsOf(ctx.Input(a)), b_dims = opdk::DimsOf(ctx.Input(b));
  std::vector<int64_t> b_zero_dims;
  if (opdk::IsPresent(ctx.Input(b_zero))) b_zero_dims = opdk::DimsOf(ctx.Input(b_zero));
  const auto left = opdk::Centered(ctx.Input(a), ctx.Input(a_zero), PerRow(ctx.Input(a_zero), a_dims.size()));
  const auto right = opdk::Centered(ctx.Input(b), ctx.Input(b_zero), b_zero_dims);
  return opdk::MultiplyStacks<int32_t>(ctx, {left.data(), a_dims}, {right.data(), b_dims}, opdk::DimsOf(ctx.Output(0)),
                                       y);
}

}  // namespace

namespace aicpu {

class MatMulIntegerCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return Multiply(ctx, 0, 2, 1, 3, opdk::Values<int32_t>(ctx.Output(0)));
  }
};
OPDK_CPU_KERNEL(MatMulInteger, MatMulIntegerCpuKernel);

class QLinearMatMulCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    std::vector<int32_t> sums(static_cast<size_t>(ctx.Output(0)->NumElements()));
    const uint32_t status = Multiply(ctx, 0, 2, 3, 5, sums);
    if (status != opdk::kKernelOk) return status;
    const size_t rank = opdk::DimsOf(ctx.Output(0)).size();
    return opdk::Requantize(sums, {ctx.Input(1), PerRow(ctx.Input(1), rank)},
                            {ctx.Input(4), opdk::DimsOf(ctx.Input(4))}, {ctx.Input(6), PerRow(ctx.Input(6), rank)},
                            ctx.Input(7), ctx.Output(0));
  }
};
OPDK_CPU_KERNEL(QLinearMatMul, QLinearMatMulCpuKernel);

}  // namespace aicpu
