// UnsortedSegmentSum: rows summed where their ids say; floats in double.
#include <cstdint>
#include <type_traits>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

const char* const kUnsortedSegmentSum = "UnsortedSegmentSum";
const char* const kUnsortedSegmentSumD = "UnsortedSegmentSumD";

class UnsortedSegmentSumCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const std::vector<int64_t> ids = opdk::IntValues(ctx.Input(1));
    const int64_t segments = opdk::DimsOf(ctx.Output(0))[0];
    return opdk::Dispatch(opdk::NumberTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return Sum<T>(ctx, ids, segments); });
  }

 private:
  template <typename T>
  static uint32_t Sum(const CpuKernelContext& ctx, const std::vector<int64_t>& ids, int64_t segments) {
    using C = std::conditional_t<std::is_integral_v<T>, uint64_t, double>;
    const auto x = opdk::Values<const T>(ctx.Input(0));
    const auto y = opdk::Values<T>(ctx.Output(0));
    const size_t row = ids.empty() ? 0 : x.size() / ids.size();
    std::vector<C> sums(y.size());
    for (size_t i = 0; i < ids.size(); ++i) {
      if (ids[i] < 0 || ids[i] >= segments) continue;
      const size_t to = static_cast<size_t>(ids[i]) * row;
      for (size_t k = 0; k < row; ++k) sums[to + k] += static_cast<C>(x[i * row + k]);
    }
    for (size_t i = 0; i < y.size(); ++i) {
      if constexpr (std::is_integral_v<T>) {
        y[i] = static_cast<T>(sums[i]);
      } else {
        y[i] = static_cast<T>(static_cast<opdk::ComputeType<T>>(sums[i]));
      }
    }
    return opdk::kKernelOk;
  }
};

}  // namespace

REGISTER_CPU_KERNEL(kUnsortedSegmentSum, UnsortedSegmentSumCpuKernel);
REGISTER_CPU_KERNEL(kUnsortedSegmentSumD, UnsortedSegmentSumCpuKernel);

}  // namespace aicpu
