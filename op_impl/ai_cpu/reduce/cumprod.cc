#include "op_impl/ai_cpu/common/complex.h"
#include "op_impl/ai_cpu/reduce/cumulative.h"

namespace aicpu {
namespace {

const char* const kCumprod = "Cumprod";
const char* const kCumprodD = "CumprodD";

struct RunningProduct {
  static constexpr int kStart = 1;
  template <typename C>
  static C Next(C before, C x) {
    return opdk::Joined(before, x);
  }
};

using CumprodCpuKernel = CumulativeCpuKernel<RunningProduct, opdk::ArithmeticTypes>;

}  // namespace

REGISTER_CPU_KERNEL(kCumprod, CumprodCpuKernel);
REGISTER_CPU_KERNEL(kCumprodD, CumprodCpuKernel);

}  // namespace aicpu
