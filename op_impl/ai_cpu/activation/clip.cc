#include <algorithm>
#include <cmath>
#include <limits>

#include "op_impl/ai_cpu/common/unary.h"

namespace aicpu {
namespace {

const char* const kClip = "Clip";

// The largest or smallest value there is, infinities included.
template <typename C>
constexpr C Bound(bool upper) {
  using Limits = std::numeric_limits<C>;
  if constexpr (Limits::has_infinity) return upper ? Limits::infinity() : -Limits::infinity();
  return upper ? Limits::max() : Limits::lowest();
}

// A bound of NaN makes everything NaN; min and max would pass it over.
template <typename C>
bool IsNan(C value) {
  if constexpr (std::is_floating_point_v<C>) return std::isnan(value);
  return false;
}

class ClipCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::NumberTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      using C = opdk::ComputeType<T>;
      const auto min = opdk::Values<const T>(ctx.Input(1));
      const auto max = opdk::Values<const T>(ctx.Input(2));
      const C low = min.empty() ? Bound<C>(false) : static_cast<C>(min[0]);
      const C high = max.empty() ? Bound<C>(true) : static_cast<C>(max[0]);
      const bool nan = IsNan(low) || IsNan(high);
      return opdk::MapElements<T, T>(ctx, 2,
                                     [=](C x) { return nan ? C(low + high) : std::min(std::max(x, low), high); });
    });
  }
};

}  // namespace

REGISTER_CPU_KERNEL(kClip, ClipCpuKernel);

}  // namespace aicpu
