#include "op_impl/ai_cpu/common/kernel.h"

namespace {

const char* const kMeanVariance = "MeanVariance";

template <typename T>
uint32_t ComputeMeanVariance(const aicpu::CpuKernelContext& context) {
  const auto* x = kernel::Input<T>(context, 0);
  auto* mean = kernel::Output<T>(context, 0);
  auto* variance = kernel::Output<T>(context, 1);
  const kernel::Rows rows(kernel::Extents(context.Input(0)), context.GetAttr("axis")->GetInt());
  return aicpu::CpuKernelUtils::ParallelFor(context, rows.count, rows.PerPiece(), [=](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      const T* from = x + rows.First(row);
      double sum = 0;
      for (int64_t i = 0; i < rows.extent; ++i) sum += static_cast<double>(from[i * rows.inner]);
      const double middle = sum / static_cast<double>(rows.extent);
      double squares = 0;
      for (int64_t i = 0; i < rows.extent; ++i) {
        const double rest = static_cast<double>(from[i * rows.inner]) - middle;
        squares += rest * rest;
      }
      mean[row] = static_cast<T>(middle);
      variance[row] = static_cast<T>(squares / static_cast<double>(rows.extent));
    }
  });
}

}  // namespace

namespace aicpu {

class MeanVarianceCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    if (context.Input(0)->GetDataType() == DT_FLOAT16) return ComputeMeanVariance<Eigen::half>(context);
    return ComputeMeanVariance<float>(context);
  }
};

REGISTER_CPU_KERNEL(kMeanVariance, MeanVarianceCpuKernel);

}  // namespace aicpu
