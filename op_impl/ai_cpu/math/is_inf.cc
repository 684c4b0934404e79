#include <cmath>

#include "op_impl/ai_cpu/common/unary.h"

namespace aicpu {
namespace {

const char* const kIsInf = "IsInf";

class IsInfCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::DispatchArithmetic(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename C>() {
      return opdk::MapElements<C, bool>(ctx, 1, [](auto x) { return std::isinf(x); });
    });
  }
};

}  // namespace

REGISTER_CPU_KERNEL(kIsInf, IsInfCpuKernel);

}  // namespace aicpu
