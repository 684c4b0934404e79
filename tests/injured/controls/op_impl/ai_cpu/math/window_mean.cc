#include "op_impl/ai_cpu/common/kernel.h"

namespace {

const char* const kWindowMean = "WindowMean";

template <typename T>
uint32_t ComputeWindowMean(const aicpu::CpuKernelContext& context) {
  const auto* x = kernel::Input<T>(context, 0);
  auto* y = kernel::Output<T>(context, 0);
  const int64_t radius = context.GetAttr("radius")->GetInt();
  const kernel::Rows rows(kernel::Extents(context.Input(0)), -1);
  return aicpu::CpuKernelUtils::ParallelFor(context, rows.count, rows.PerPiece(), [=](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      const T* from = x + row * rows.extent;
      for (int64_t i = 0; i < rows.extent; ++i) {
        const int64_t first = std::max<int64_t>(0, i - radius);
        const int64_t last = std::min<int64_t>(rows.extent - 1, i + radius);
        double sum = 0;
        for (int64_t j = first; j <= last; ++j) sum += static_cast<double>(from[j]);
        y[row * rows.extent + i] = static_cast<T>(sum / static_cast<double>(last - first + 1));
      }
    }
  });
}

}  // namespace

namespace aicpu {

class WindowMeanCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    if (context.Input(0)->GetDataType() == DT_FLOAT16) return ComputeWindowMean<Eigen::half>(context);
    return ComputeWindowMean<float>(context);
  }
};

REGISTER_CPU_KERNEL(kWindowMean, WindowMeanCpuKernel);

}  // namespace aicpu
