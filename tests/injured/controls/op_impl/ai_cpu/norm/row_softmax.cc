#include <cmath>
#include <limits>

#include "op_impl/ai_cpu/common/kernel.h"

namespace {

const char* const kRowSoftmax = "RowSoftmax";

template <typename T>
void Softmax(const T* x, T* y, int64_t extent, int64_t step, float temperature) {
  float largest = -std::numeric_limits<float>::infinity();
  for (int64_t i = 0; i < extent; ++i) largest = std::max(largest, static_cast<float>(x[i * step]));
  std::vector<float> exponentials(static_cast<size_t>(extent));
  float sum = 0;
  for (int64_t i = 0; i < extent; ++i) {
    const float value = std::exp((static_cast<float>(x[i * step]) - largest) / temperature);
    exponentials[static_cast<size_t>(i)] = value;
    sum += value;
  }
  for (int64_t i = 0; i < extent; ++i) y[i * step] = static_cast<T>(exponentials[static_cast<size_t>(i)] / sum);
}

template <typename T>
uint32_t ComputeRowSoftmax(const aicpu::CpuKernelContext& context) {
  const auto* x = kernel::Input<T>(context, 0);
  auto* y = kernel::Output<T>(context, 0);
  const float temperature = context.GetAttr("temperature")->GetFloat();
  const kernel::Rows rows(kernel::Extents(context.Input(0)), context.GetAttr("axis")->GetInt());
  return aicpu::CpuKernelUtils::ParallelFor(context, rows.count, rows.PerPiece(), [=](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      Softmax(x + rows.First(row), y + rows.First(row), rows.extent, rows.inner, temperature);
    }
  });
}

}  // namespace

namespace aicpu {

class RowSoftmaxCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    if (context.Input(0)->GetDataType() == DT_FLOAT16) return ComputeRowSoftmax<Eigen::half>(context);
    return ComputeRowSoftmax<float>(context);
  }
};

REGISTER_CPU_KERNEL(kRowSoftmax, RowSoftmaxCpuKernel);

}  // namespace aicpu
