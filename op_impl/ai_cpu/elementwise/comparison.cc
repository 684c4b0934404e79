// Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual.
#include <algorithm>
#include <functional>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"

namespace aicpu {
namespace {

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
OPDK_CPU_KERNEL(Equal, EqualCpuKernel);

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
OPDK_CPU_KERNEL(NotEqual, NotEqualCpuKernel);

template <typename Function, opdk::PairOrder kOrder>
class OrderCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override { return Compare<Function>(ctx, kOrder); }
};

OPDK_CPU_KERNEL(Less, OrderCpuKernel<LessFunction, opdk::PairOrder::kGiven>);
OPDK_CPU_KERNEL(LessEqual, OrderCpuKernel<LessEqualFunction, opdk::PairOrder::kGiven>);
OPDK_CPU_KERNEL(Greater, OrderCpuKernel<LessFunction, opdk::PairOrder::kExchanged>);
OPDK_CPU_KERNEL(GreaterEqual, OrderCpuKernel<LessEqualFunction, opdk::PairOrder::kExchanged>);

}  // namespace

}  // namespace aicpu
