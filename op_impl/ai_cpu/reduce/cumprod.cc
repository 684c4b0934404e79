#include "op_impl/ai_cpu/common/complex.h"
#include "op_impl/ai_cpu/reduce/cumulative.h"

namespace aicpu {
namespace {

struct RunningProduct {
  static constexpr int kStart = 1;
  template <typename C>
  static C Next(C before, C x) {
    return opdk::NextProduct(before, x);
  }
};

using CumprodCpuKernel = CumulativeCpuKernel<RunningProduct, opdk::ArithmeticTypes>;
OPDK_CPU_KERNEL(Cumprod, CumprodCpuKernel);
OPDK_CPU_KERNEL(CumprodD, CumprodCpuKernel);

}  // namespace

}  // namespace aicpu
