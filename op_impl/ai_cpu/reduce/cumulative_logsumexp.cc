#include <algorithm>
#include <cmath>
#include <limits>

#include "op_impl/ai_cpu/reduce/cumulative.h"

namespace aicpu {
namespace {

struct RunningLogsumexp {
  static constexpr double kStart = -std::numeric_limits<double>::infinity();
  template <typename C>
  static C Next(C before, C x) {
    // Two equal infinities have no difference.
    if (before == x) return before + std::log(C(2));
    const C larger = std::isnan(x) ? x : std::max(before, x);
    return larger + std::log1p(std::exp(-std::abs(before - x)));
  }
};

using CumulativeLogsumexpCpuKernel = CumulativeCpuKernel<RunningLogsumexp, opdk::Types<float, opdk::Half, double>>;
OPDK_CPU_KERNEL(CumulativeLogsumexp, CumulativeLogsumexpCpuKernel);
OPDK_CPU_KERNEL(CumulativeLogsumexpD, CumulativeLogsumexpCpuKernel);

}  // namespace

}  // namespace aicpu
