// Equal, Less, LessOrEqual, Greater, GreaterOrEqual.
#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"

namespace aicpu {
namespace {

const char* const kEqual = "Equal";
const char* const kLess = "Less";
const char* const kLessOrEqual = "LessOrEqual";
const char* const kGreater = "Greater";
const char* const kGreaterOrEqual = "GreaterOrEqual";

struct EqualFunction {
  auto operator()(const auto& x1, const auto& x2) const { return x1 == x2; }
};
struct LessFunction {
  auto operator()(const auto& x1, const auto& x2) const { return x1 < x2; }
};
struct LessOrEqualFunction {
  auto operator()(const auto& x1, const auto& x2) const { return x1 <= x2; }
};
struct GreaterFunction {
  auto operator()(const auto& x1, const auto& x2) const { return x1 > x2; }
};
struct GreaterOrEqualFunction {
  auto operator()(const auto& x1, const auto& x2) const { return x1 >= x2; }
};

template <typename Function>
class ComparisonCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    using AllTypes = opdk::Join<opdk::NumberTypes, opdk::Types<bool>>;
    return opdk::Dispatch(AllTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      return opdk::BroadcastExpression<T, opdk::ComputeType<T>, bool>(ctx, 1, Function());
    });
  }
};

using EqualCpuKernel = ComparisonCpuKernel<EqualFunction>;
using LessCpuKernel = ComparisonCpuKernel<LessFunction>;
using LessOrEqualCpuKernel = ComparisonCpuKernel<LessOrEqualFunction>;
using GreaterCpuKernel = ComparisonCpuKernel<GreaterFunction>;
using GreaterOrEqualCpuKernel = ComparisonCpuKernel<GreaterOrEqualFunction>;

}  // namespace

REGISTER_CPU_KERNEL(kEqual, EqualCpuKernel);
REGISTER_CPU_KERNEL(kLess, LessCpuKernel);
REGISTER_CPU_KERNEL(kLessOrEqual, LessOrEqualCpuKernel);
REGISTER_CPU_KERNEL(kGreater, GreaterCpuKernel);
REGISTER_CPU_KERNEL(kGreaterOrEqual, GreaterOrEqualCpuKernel);

}  // namespace aicpu
