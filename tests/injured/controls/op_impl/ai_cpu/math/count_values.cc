#include <atomic>

#include "op_impl/ai_cpu/common/kernel.h"

namespace {

const char* const kCountValues = "CountValues";

// Counts in pieces: each counts by itself and then adds its counts.
template <typename T>
uint32_t ComputeCountValues(const aicpu::CpuKernelContext& context) {
  const auto* x = kernel::Input<T>(context, 0);
  auto* y = kernel::Output<int64_t>(context, 0);
  const int64_t bins = context.GetAttr("bins")->GetInt();
  std::fill(y, y + bins, int64_t{0});
  return aicpu::CpuKernelUtils::ParallelFor(
      context, context.Input(0)->NumElements(), kernel::kElementsPerPiece, [=](int64_t begin, int64_t end) {
        std::vector<int64_t> counts(static_cast<size_t>(bins), 0);
        for (int64_t i = begin; i < end; ++i) {
          if (x[i] >= 0 && x[i] < bins) ++counts[static_cast<size_t>(x[i])];
        }
        for (int64_t bin = 0; bin < bins; ++bin) {
          std::atomic_ref<int64_t>(y[bin]).fetch_add(counts[static_cast<size_t>(bin)]);
        }
      });
}

}  // namespace

namespace aicpu {

class CountValuesCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    if (context.Input(0)->GetDataType() == DT_INT32) return ComputeCountValues<int32_t>(context);
    return ComputeCountValues<int64_t>(context);
  }
};

REGISTER_CPU_KERNEL(kCountValues, CountValuesCpuKernel);

}  // namespace aicpu
