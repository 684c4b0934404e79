#include <numeric>

#include "op_impl/ai_cpu/common/kernel.h"

namespace {

const char* const kSortRows = "SortRows";

// Returns whether a comes before b; NaN, which is different from itself, comes last.
template <typename T>
bool IsBefore(T a, T b, bool descending) {
  if (a != a || b != b) return a == a && b != b;
  return descending ? a > b : a < b;
}

template <typename T>
uint32_t ComputeSortRows(const aicpu::CpuKernelContext& context) {
  const auto* x = kernel::Input<T>(context, 0);
  auto* y = kernel::Output<T>(context, 0);
  auto* index = kernel::Output<int64_t>(context, 1);
  const bool descending = context.GetAttr("descending")->GetBool();
  const kernel::Rows rows(kernel::Extents(context.Input(0)), -1);
  return aicpu::CpuKernelUtils::ParallelFor(context, rows.count, rows.PerPiece(), [=](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      const T* from = x + row * rows.extent;
      int64_t* order = index + row * rows.extent;
      std::iota(order, order + rows.extent, int64_t{0});
      std::stable_sort(order, order + rows.extent,
                       [=](int64_t a, int64_t b) { return IsBefore(from[a], from[b], descending); });
      for (int64_t i = 0; i < rows.extent; ++i) y[row * rows.extent + i] = from[order[i]];
    }
  });
}

}  // namespace

namespace aicpu {

class SortRowsCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    switch (context.Input(0)->GetDataType()) {
      case DT_FLOAT:
        return ComputeSortRows<float>(context);
      case DT_INT32:
        return ComputeSortRows<int32_t>(context);
      case DT_INT64:
        return ComputeSortRows<int64_t>(context);
      default:
        return KERNEL_STATUS_PARAM_INVALID;
    }
  }
};

REGISTER_CPU_KERNEL(kSortRows, SortRowsCpuKernel);

}  // namespace aicpu
