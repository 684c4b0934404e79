// Numbers counted by the part of a range that they fall into.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

class BincountCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto array = opdk::Values<const int32_t>(ctx.Input(0));
    return opdk::Dispatch(
        opdk::Types<float, int32_t, int64_t, double>(), ctx.Output(0)->GetDataType(), [&]<typename T>() {
          using C = std::conditional_t<std::is_integral_v<T>, uint64_t, double>;
          const auto weights = opdk::Values<const T>(ctx.Input(2));
          const auto bins = opdk::Values<T>(ctx.Output(0));
          std::vector<C> sums(bins.size());
          for (size_t i = 0; i < array.size(); ++i) {
            if (array[i] < 0 || static_cast<size_t>(array[i]) >= bins.size()) continue;
            sums[static_cast<size_t>(array[i])] += weights.empty() ? C(1) : static_cast<C>(weights[i]);
          }
          std::transform(sums.begin(), sums.end(), bins.begin(), [](C sum) { return static_cast<T>(sum); });
          return opdk::kKernelOk;
        });
  }
};
OPDK_CPU_KERNEL(Bincount, BincountCpuKernel);

// NaN counts nowhere.
class HistogramFixedWidthCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    using Numbers = opdk::Types<float, opdk::Half, int32_t, int64_t, double>;
    return opdk::Dispatch(Numbers(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const auto range = opdk::Values<const T>(ctx.Input(1));
      const auto y = opdk::Values<int32_t>(ctx.Output(0));
      std::fill(y.begin(), y.end(), 0);
      const auto from = static_cast<double>(range[0]), to = static_cast<double>(range[1]);
      const auto parts = static_cast<double>(y.size());
      for (T number : opdk::Values<const T>(ctx.Input(0))) {
        const auto x = static_cast<double>(number);
        if (std::isnan(x)) continue;
        const double part = x >= to ? parts : x <= from ? 0 : std::floor((x - from) / (to - from) * parts);
        ++y[static_cast<size_t>(std::clamp(std::isnan(part) ? 0.0 : part, 0.0, parts - 1))];
      }
      return opdk::kKernelOk;
    });
  }
};
OPDK_CPU_KERNEL(HistogramFixedWidth, HistogramFixedWidthCpuKernel);
OPDK_CPU_KERNEL(HistogramFixedWidthD, HistogramFixedWidthCpuKernel);

}  // namespace

}  // namespace aicpu
