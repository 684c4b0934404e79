#include <cmath>

#include "op_impl/ai_cpu/common/kernel.h"

namespace {

const char* const kArgMaxFirst = "ArgMaxFirst";

template <typename T>
bool IsLarger(T a, T b) {
  if constexpr (!std::is_integral_v<T>) {
    if (a != a) return b == b;
  }
  return a > b;
}

template <typename T>
uint32_t ComputeArgMaxFirst(const aicpu::CpuKernelContext& context) {
  const auto* x = kernel::Input<T>(context, 0);
  auto* y = kernel::Output<int64_t>(context, 0);
  const kernel::Rows rows(kernel::Extents(context.Input(0)), context.GetAttr("axis")->GetInt());
  return aicpu::CpuKernelUtils::ParallelFor(context, rows.count, rows.PerPiece(), [=](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      const T* from = x + rows.First(row);
      int64_t best = 0;
      for (int64_t i = 1; i < rows.extent; ++i) {
        if (IsLarger(from[i * rows.inner], from[best * rows.inner])) best = i;
      }
      y[row] = best;
    }
  });
}

}  // namespace

namespace aicpu {

class ArgMaxFirstCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    switch (context.Input(0)->GetDataType()) {
      case DT_FLOAT16:
        return ComputeArgMaxFirst<Eigen::half>(context);
      case DT_FLOAT:
        return ComputeArgMaxFirst<float>(context);
      case DT_INT32:
        return ComputeArgMaxFirst<int32_t>(context);
      case DT_INT64:
        return ComputeArgMaxFirst<int64_t>(context);
      default:
        return KERNEL_STATUS_PARAM_INVALID;
    }
  }
};

REGISTER_CPU_KERNEL(kArgMaxFirst, ArgMaxFirstCpuKernel);

}  // namespace aicpu
