#include <cmath>

#include "op_impl/ai_cpu/common/kernel.h"

namespace {

const char* const kRmsNorm = "RmsNorm";

template <typename T>
uint32_t ComputeRmsNorm(const aicpu::CpuKernelContext& context) {
  const auto* x = kernel::Input<T>(context, 0);
  const auto* gamma = kernel::Input<T>(context, 1);
  auto* y = kernel::Output<T>(context, 0);
  const float epsilon = context.GetAttr("epsilon")->GetFloat();
  const kernel::Rows rows(kernel::Extents(context.Input(0)), -1);
  return aicpu::CpuKernelUtils::ParallelFor(context, rows.count, rows.PerPiece(), [=](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      const T* from = x + row * rows.extent;
      double sum = 0;
      for (int64_t i = 0; i < rows.extent; ++i) sum += static_cast<double>(from[i]) * static_cast<double>(from[i]);
      const double root = std::sqrt(sum / static_cast<double>(rows.extent) + epsilon);
      for (int64_t i = 0; i < rows.extent; ++i) {
        const double factor = gamma != nullptr ? static_cast<double>(gamma[i]) : 1.0;
        y[row * rows.extent + i] = static_cast<T>(static_cast<double>(from[i]) / root * factor);
      }
    }
  });
}

}  // namespace

namespace aicpu {

class RmsNormCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    if (context.Input(0)->GetDataType() == DT_FLOAT16) return ComputeRmsNorm<Eigen::half>(context);
    return ComputeRmsNorm<float>(context);
  }
};

REGISTER_CPU_KERNEL(kRmsNorm, RmsNormCpuKernel);

}  // namespace aicpu
