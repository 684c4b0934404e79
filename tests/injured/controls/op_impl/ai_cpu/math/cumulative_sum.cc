#include "op_impl/ai_cpu/common/kernel.h"

namespace {

const char* const kCumulativeSum = "CumulativeSum";

// Sums in S, the type for T; unsigned integers wrap around.
template <typename T, typename S>
uint32_t ComputeCumulativeSum(const aicpu::CpuKernelContext& context) {
  const auto* x = kernel::Input<T>(context, 0);
  auto* y = kernel::Output<T>(context, 0);
  const bool exclusive = context.GetAttr("exclusive")->GetBool();
  const bool reverse = context.GetAttr("reverse")->GetBool();
  const kernel::Rows rows(kernel::Extents(context.Input(0)), context.GetAttr("axis")->GetInt());
  return aicpu::CpuKernelUtils::ParallelFor(context, rows.count, rows.PerPiece(), [=](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      S sum{};
      for (int64_t i = 0; i < rows.extent; ++i) {
        const int64_t at = rows.First(row) + (reverse ? rows.extent - 1 - i : i) * rows.inner;
        const S before = sum;
        sum += static_cast<S>(x[at]);
        y[at] = static_cast<T>(exclusive ? before : sum);
      }
    }
  });
}

}  // namespace

namespace aicpu {

class CumulativeSumCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    switch (context.Input(0)->GetDataType()) {
      case DT_FLOAT16:
        return ComputeCumulativeSum<Eigen::half, double>(context);
      case DT_FLOAT:
        return ComputeCumulativeSum<float, double>(context);
      case DT_INT32:
        return ComputeCumulativeSum<int32_t, uint32_t>(context);
      case DT_INT64:
        return ComputeCumulativeSum<int64_t, uint64_t>(context);
      default:
        return KERNEL_STATUS_PARAM_INVALID;
    }
  }
};

REGISTER_CPU_KERNEL(kCumulativeSum, CumulativeSumCpuKernel);

}  // namespace aicpu
