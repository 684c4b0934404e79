#include <cmath>
#include <limits>

#include "op_impl/ai_cpu/common/kernel.h"

namespace {

const char* const kMinMaxScale = "MinMaxScale";

template <typename T>
void Scale(const T* x, T* y, int64_t extent, int64_t step, float low, float high) {
  float smallest = std::numeric_limits<float>::infinity();
  float largest = -smallest;
  bool has_nan = false;
  for (int64_t i = 0; i < extent; ++i) {
    const auto value = static_cast<float>(x[i * step]);
    if (std::isnan(value)) has_nan = true;
    smallest = std::min(smallest, value);
    largest = std::max(largest, value);
  }
  const float range = has_nan ? std::numeric_limits<float>::quiet_NaN() : largest - smallest;
  for (int64_t i = 0; i < extent; ++i) {
    const float share = range == 0 ? 0.0F : (static_cast<float>(x[i * step]) - smallest) / range;
    y[i * step] = static_cast<T>(low + share * (high - low));
  }
}

template <typename T>
uint32_t ComputeMinMaxScale(const aicpu::CpuKernelContext& context) {
  const auto* x = kernel::Input<T>(context, 0);
  auto* y = kernel::Output<T>(context, 0);
  const float low = context.GetAttr("low")->GetFloat();
  const float high = context.GetAttr("high")->GetFloat();
  const kernel::Rows rows(kernel::Extents(context.Input(0)), context.GetAttr("axis")->GetInt());
  return aicpu::CpuKernelUtils::ParallelFor(context, rows.count, rows.PerPiece(), [=](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      Scale(x + rows.First(row), y + rows.First(row), rows.extent, rows.inner, low, high);
    }
  });
}

}  // namespace

namespace aicpu {

class MinMaxScaleCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    if (context.Input(0)->GetDataType() == DT_FLOAT16) return ComputeMinMaxScale<Eigen::half>(context);
    return ComputeMinMaxScale<float>(context);
  }
};

REGISTER_CPU_KERNEL(kMinMaxScale, MinMaxScaleCpuKernel);

}  // namespace aicpu
