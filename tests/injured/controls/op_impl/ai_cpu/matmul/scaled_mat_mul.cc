#include "op_impl/ai_cpu/common/kernel.h"

namespace {

const char* const kScaledMatMul = "ScaledMatMul";

template <typename T>
uint32_t ComputeScaledMatMul(const aicpu::CpuKernelContext& context) {
  const auto* x1 = kernel::Input<T>(context, 0);
  const auto* x2 = kernel::Input<T>(context, 1);
  auto* y = kernel::Output<T>(context, 0);
  const float alpha = context.GetAttr("alpha")->GetFloat();
  const bool transposed = context.GetAttr("transpose_x2")->GetBool();
  const int64_t inner = kernel::Extents(context.Input(0))[1];
  const int64_t columns = kernel::Extents(context.Output(0))[1];
  const int64_t row_step = transposed ? 1 : columns;
  const int64_t column_step = transposed ? inner : 1;
  return aicpu::CpuKernelUtils::ParallelFor(
      context, context.Output(0)->NumElements(), 256, [=](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const T* left = x1 + i / columns * inner;
          const T* right = x2 + i % columns * column_step;
          float sum = 0;
          for (int64_t k = 0; k < inner; ++k) {
            sum += static_cast<float>(left[k]) * static_cast<float>(right[k * row_step]);
          }
          y[i] = static_cast<T>(alpha * sum);
        }
      });
}

}  // namespace

namespace aicpu {

class ScaledMatMulCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    if (context.Input(0)->GetDataType() == DT_FLOAT16) return ComputeScaledMatMul<Eigen::half>(context);
    return ComputeScaledMatMul<float>(context);
  }
};

REGISTER_CPU_KERNEL(kScaledMatMul, ScaledMatMulCpuKernel);

}  // namespace aicpu
