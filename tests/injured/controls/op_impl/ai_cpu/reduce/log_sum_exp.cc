#include <cmath>
#include <limits>

#include "op_impl/ai_cpu/common/kernel.h"

namespace {

const char* const kLogSumExp = "LogSumExp";

template <typename T>
float LogSumExp(const T* x, int64_t extent, int64_t step) {
  float largest = -std::numeric_limits<float>::infinity();
  for (int64_t i = 0; i < extent; ++i) largest = std::max(largest, static_cast<float>(x[i * step]));
  const float shift = std::isinf(largest) ? 0.0F : largest;
  double sum = 0;
  for (int64_t i = 0; i < extent; ++i) sum += std::exp(static_cast<float>(x[i * step]) - shift);
  return static_cast<float>(std::log(sum)) + shift;
}

template <typename T>
uint32_t ComputeLogSumExp(const aicpu::CpuKernelContext& context) {
  const auto* x = kernel::Input<T>(context, 0);
  auto* y = kernel::Output<T>(context, 0);
  const kernel::Rows rows(kernel::Extents(context.Input(0)), context.GetAttr("axis")->GetInt());
  return aicpu::CpuKernelUtils::ParallelFor(context, rows.count, rows.PerPiece(), [=](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      y[row] = static_cast<T>(LogSumExp(x + rows.First(row), rows.extent, rows.inner));
    }
  });
}

}  // namespace

namespace aicpu {

class LogSumExpCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    if (context.Input(0)->GetDataType() == DT_FLOAT16) return ComputeLogSumExp<Eigen::half>(context);
    return ComputeLogSumExp<float>(context);
  }
};

REGISTER_CPU_KERNEL(kLogSumExp, LogSumExpCpuKernel);

}  // namespace aicpu
