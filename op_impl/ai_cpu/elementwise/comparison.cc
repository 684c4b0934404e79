// Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual.
#include <algorithm>
#include <functional>

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

// The other comparisons follow from these: x1 > x2 is x2 < x1, also for NaN, and "not equal" is the opposite of
// "equal".
struct EqualFunction {
  auto operator()(const auto& x1, const auto& x2) const { return x1 == x2; }
};
struct LessFunction {
  auto operator()(const auto& x1, const auto& x2) const { return x1 < x2; }
};
struct LessEqualFunction {
  auto operator()(const auto& x1, const auto& x2) const { return x1 <= x2; }
};

template <typename Function, typename NumberTypes = opdk::NumberTypes>
uint32_t Compare(const CpuKernelContext& ctx, opdk::PairOrder order = opdk::PairOrder::kGiven) {
  using AllTypes = opdk::Join<NumberTypes, opdk::Types<bool>>;
  return opdk::DispatchArithmetic(AllTypes(), ctx.Input(0)->GetDataType(), [&]<typename C>() {
    return opdk::BroadcastExpression<C, bool>(ctx, 1, Function(), order);
  });
}

// Compares for equality, which complex numbers have though they have no order.
uint32_t CompareEqual(const CpuKernelContext& ctx) { return Compare<EqualFunction, opdk::ArithmeticTypes>(ctx); }

class EqualCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override { return CompareEqual(ctx); }
};

class NotEqualCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const uint32_t compared = CompareEqual(ctx);
    if (compared != opdk::kKernelOk) return compared;
    const auto y = opdk::Values<bool>(ctx.Output(0));
    std::transform(y.begin(), y.end(), y.begin(), std::logical_not<>());
    return compared;
  }
};

template <typename Function, opdk::PairOrder kOrder>
class OrderCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override { return Compare<Function>(ctx, kOrder); }
};

using LessCpuKernel = OrderCpuKernel<LessFunction, opdk::PairOrder::kGiven>;
using LessEqualCpuKernel = OrderCpuKernel<LessEqualFunction, opdk::PairOrder::kGiven>;
using GreaterCpuKernel = OrderCpuKernel<LessFunction, opdk::PairOrder::kExchanged>;
using GreaterEqualCpuKernel = OrderCpuKernel<LessEqualFunction, opdk::PairOrder::kExchanged>;

}  // namespace

REGISTER_CPU_KERNEL(kEqual, EqualCpuKernel);
REGISTER_CPU_KERNEL(kNotEqual, NotEqualCpuKernel);
REGISTER_CPU_KERNEL(kLess, LessCpuKernel);
REGISTER_CPU_KERNEL(kLessEqual, LessEqualCpuKernel);
REGISTER_CPU_KERNEL(kGreater, GreaterCpuKernel);
REGISTER_CPU_KERNEL(kGreaterEqual, GreaterEqualCpuKernel);

}  // namespace aicpu
