#include <cmath>

#include "op_impl/ai_cpu/common/unary.h"

namespace aicpu {
namespace {

class IsNanCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::DispatchArithmetic(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename C>() {
      return opdk::MapElements<C, bool>(ctx, 1, [](auto x) { return std::isnan(x); });
    });
  }
};
OPDK_CPU_KERNEL(IsNan, IsNanCpuKernel);

}  // namespace

}  // namespace aicpu
