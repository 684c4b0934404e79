// Add, Sub, Mul, Div; AssignAdd, AssignSub.
#include <limits>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"
#include "op_impl/ai_cpu/common/complex.h"

namespace aicpu {
namespace {

struct AddFunction {
  auto operator()(const auto& x1, const auto& x2) const { return x1 + x2; }
};
struct SubFunction {
  auto operator()(const auto& x1, const auto& x2) const { return x1 - x2; }
};
struct MulFunction {
  auto operator()(const auto& x1, const auto& x2) const { return x1 * x2; }
};
struct DivFunction {
  auto operator()(const auto& x1, const auto& x2) const { return x1 / x2; }
};

template <typename Function>
class WrappingCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const DataType dtype = ctx.Output(0)->GetDataType();
    if (opdk::LiesAs<uint32_t>(dtype)) return opdk::BroadcastExpression<uint32_t, uint32_t>(ctx, 1, Function());
    return opdk::DispatchArithmetic(opdk::ArithmeticTypes(), dtype, [&]<typename C>() {
      if constexpr (opdk::kIsComplex<C> && std::is_same_v<Function, MulFunction>) {
        return opdk::BroadcastElements<C, C, C>(ctx, 6, opdk::Product<C>);
      } else {
        // Sums, differences and products of two's complement numbers have the same bits, and unsigned numbers may
        // overflow.
        using W = std::conditional_t<std::is_integral_v<C>, uint64_t, C>;
        return opdk::BroadcastExpression<W, W>(ctx, 1, Function());
      }
    });
  }
};

using AddCpuKernel = WrappingCpuKernel<AddFunction>;
OPDK_CPU_KERNEL(Add, AddCpuKernel);
using SubCpuKernel = WrappingCpuKernel<SubFunction>;
OPDK_CPU_KERNEL(Sub, SubCpuKernel);
OPDK_CPU_KERNEL(AssignAdd, AddCpuKernel);
OPDK_CPU_KERNEL(AssignSub, SubCpuKernel);
OPDK_CPU_KERNEL(Mul, WrappingCpuKernel<MulFunction>);

// Divides with truncation. Two quotients have no value in T, and the processor would trap: x1 / 0 gives 0, and smallest
// / -1 gives smallest.
template <typename T>
T TruncatedQuotient(T x1, T x2) {
  if (x2 == 0) return 0;
  if constexpr (std::is_signed_v<T>) {
    if (x2 == T(-1) && x1 == std::numeric_limits<T>::min()) return x1;
  }
  return static_cast<T>(x1 / x2);
}

class DivCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::DispatchArithmetic(opdk::ArithmeticTypes(), ctx.Output(0)->GetDataType(), [&]<typename C>() {
      if constexpr (opdk::kIsComplex<C>) {
        return opdk::BroadcastElements<C, C, C>(ctx, 16, opdk::Quotient<C>);
      } else if constexpr (opdk::kIsFloating<C>) {
        return opdk::BroadcastExpression<C, C>(ctx, 4, DivFunction());
      } else {
        return opdk::BroadcastElements<C, C, C>(ctx, 8, TruncatedQuotient<C>);
      }
    });
  }
};
OPDK_CPU_KERNEL(Div, DivCpuKernel);

}  // namespace

}  // namespace aicpu
