#include "op_impl/ai_cpu/reduce/cumulative.h"

namespace aicpu {
namespace {

struct RunningSum {
  static constexpr int kStart = 0;
  template <typename C>
  static C Next(C before, C x) {
    return before + x;
  }
};

using CumsumCpuKernel = CumulativeCpuKernel<RunningSum, opdk::ArithmeticTypes>;
OPDK_CPU_KERNEL(Cumsum, CumsumCpuKernel);
OPDK_CPU_KERNEL(CumsumD, CumsumCpuKernel);

}  // namespace

}  // namespace aicpu
