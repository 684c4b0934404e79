// Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual.
#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"

namespace aicpu {
namespace {

const char* const kEqual = "Equal";
const char* const kNotEqual = "NotEqual";
const char* const kLess = "Less";
const char* const kLessEqual = "LessEqual";
const char* const kGreater = "Greater";
const char* const kGreaterEqual = "GreaterEqual";

struct EqualFunction {
  auto operator()(const auto& x1, const auto& x2) const { return x1 == x2; }
};
struct NotEqualFunction {
  auto operator()(const auto& x1, const auto& x2) const { return x1 != x2; }
};
struct LessFunction {
  auto operator()(const auto& x1, const auto& x2) const { return x1 < x2; }
};
struct LessEqualFunction {
  auto operator()(const auto& x1, const auto& x2) const { return x1 <= x2; }
};
struct GreaterFunction {
  auto operator()(const auto& x1, const auto& x2) const { return x1 > x2; }
};
struct GreaterEqualFunction {
  auto operator()(const auto& x1, const auto& x2) const { return x1 >= x2; }
};

// Complex numbers have no order.
template <typename Function, typename NumberTypes = opdk::NumberTypes>
class ComparisonCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    using AllTypes = opdk::Join<NumberTypes, opdk::Types<bool>>;
    return opdk::Dispatch(AllTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      return opdk::BroadcastExpression<T, opdk::ComputeType<T>, bool>(ctx, 1, Function());
    });
  }
};

using EqualCpuKernel = ComparisonCpuKernel<EqualFunction, opdk::ArithmeticTypes>;
using NotEqualCpuKernel = ComparisonCpuKernel<NotEqualFunction, opdk::ArithmeticTypes>;
using LessCpuKernel = ComparisonCpuKernel<LessFunction>;
using LessEqualCpuKernel = ComparisonCpuKernel<LessEqualFunction>;
using GreaterCpuKernel = ComparisonCpuKernel<GreaterFunction>;
using GreaterEqualCpuKernel = ComparisonCpuKernel<GreaterEqualFunction>;

}  // namespace

REGISTER_CPU_KERNEL(kEqual, EqualCpuKernel);
REGISTER_CPU_KERNEL(kNotEqual, NotEqualCpuKernel);
REGISTER_CPU_KERNEL(kLess, LessCpuKernel);
REGISTER_CPU_KERNEL(kLessEqual, LessEqualCpuKernel);
REGISTER_CPU_KERNEL(kGreater, GreaterCpuKernel);
REGISTER_CPU_KERNEL(kGreaterEqual, GreaterEqualCpuKernel);

}  // namespace aicpu
