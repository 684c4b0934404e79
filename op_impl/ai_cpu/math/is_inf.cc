#include <cmath>

#include "op_impl/ai_cpu/common/unary.h"

namespace aicpu {
namespace {

class IsInfCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::DispatchArithmetic(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename C>() {
      return opdk::MapElements<C, bool>(ctx, 1, [](auto x) { return std::isinf(x); });
    });
  }
};
OPDK_CPU_KERNEL(IsInf, IsInfCpuKernel);

}  // namespace

}  // namespace aicpu
