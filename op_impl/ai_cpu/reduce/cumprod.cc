#include "op_impl/ai_cpu/reduce/cumulative.h"

namespace aicpu {
namespace {

const char* const kCumprod = "Cumprod";

struct RunningProduct {
  static constexpr int kStart = 1;
  template <typename C>
  static C Next(C before, C x) {
    return before * x;
  }
};

using CumprodCpuKernel = CumulativeCpuKernel<RunningProduct>;

}  // namespace

REGISTER_CPU_KERNEL(kCumprod, CumprodCpuKernel);

}  // namespace aicpu
