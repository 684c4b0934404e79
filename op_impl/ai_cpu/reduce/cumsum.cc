#include "op_impl/ai_cpu/reduce/cumulative.h"

namespace aicpu {
namespace {

const char* const kCumsum = "Cumsum";
const char* const kCumsumD = "CumsumD";

struct RunningSum {
  static constexpr int kStart = 0;
  template <typename C>
  static C Next(C before, C x) {
    return before + x;
  }
};

using CumsumCpuKernel = CumulativeCpuKernel<RunningSum, opdk::ArithmeticTypes>;

}  // namespace

REGISTER_CPU_KERNEL(kCumsum, CumsumCpuKernel);
REGISTER_CPU_KERNEL(kCumsumD, CumsumCpuKernel);

}  // namespace aicpu
