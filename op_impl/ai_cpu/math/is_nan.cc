#include <cmath>

#include "op_impl/ai_cpu/common/unary.h"

namespace aicpu {
namespace {

const char* const kIsNan = "IsNan";

class IsNanCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::DispatchArithmetic(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename C>() {
      return opdk::MapElements<C, bool>(ctx, 1, [](auto x) { return std::isnan(x); });
    });
  }
};

}  // namespace

REGISTER_CPU_KERNEL(kIsNan, IsNanCpuKernel);

}  // namespace aicpu
