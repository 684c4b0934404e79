// Sums of scaled tensors.
#include <array>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"
#include "op_impl/ai_cpu/common/broadcast_inputs.h"
#include "op_impl/ai_cpu/common/cast.h"

namespace aicpu {
namespace {

using opdk::WrappingType;

// Computes y = Function(one value of each input). The inputs broadcast to y.
template <typename C, size_t kInputs, typename Function>
uint32_t SumElements(const CpuKernelContext& ctx) {
  const opdk::BroadcastInputs<C, kInputs> inputs(ctx, opdk::DimsOf(ctx.Output(0)));
  const auto sum = [](const std::array<C, kInputs>& x) { return std::array{static_cast<C>(Function::Of(x))}; };
  return inputs.Map(ctx, 1, kInputs, sum);
}

template <size_t kInputs, typename Function, typename AllTypes>
class SumCpuKernelOf : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::DispatchArithmetic(AllTypes(), ctx.Output(0)->GetDataType(),
                                    [&]<typename C>() { return SumElements<C, kInputs, Function>(ctx); });
  }
};

struct LerpSum {
  template <typename T>
  static auto Of(const std::array<T, 3>& x) {
    const auto [start, end, weight] = x;
    return start + weight * (end - start);
  }
};

struct AddcmulSum {
  template <typename T>
  static auto Of(const std::array<T, 4>& x) {
    using C = WrappingType<T>;
    return static_cast<C>(x[0]) + static_cast<C>(x[3]) * (static_cast<C>(x[1]) * static_cast<C>(x[2]));
  }
};

struct AddcdivSum {
  template <typename T>
  static auto Of(const std::array<T, 4>& x) {
    using C = WrappingType<T>;
    return static_cast<C>(x[0]) + static_cast<C>(x[3]) * Quotient<T, C>(x[1], x[2]);
  }
  template <typename T, typename C>
  static C Quotient(T x1, T x2) {
    if constexpr (std::is_integral_v<T>) {
      if (x2 == 0) return 0;
      if (std::is_signed_v<T> && x2 == T(-1)) return C{0} - static_cast<C>(x1);
      return static_cast<C>(x1 / x2);
    } else {
      return static_cast<C>(x1) / static_cast<C>(x2);
    }
  }
};

struct FusedMulAddSum {
  template <typename T>
  static auto Of(const std::array<T, 3>& x) {
    using C = WrappingType<T>;
    return static_cast<C>(x[0]) * static_cast<C>(x[1]) + static_cast<C>(x[2]);
  }
};

class AxpyCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    using AllTypes = opdk::Join<opdk::FloatTypes, opdk::Types<int32_t>>;
    const float alpha = opdk::FloatAttr(ctx, "alpha", 1.0f);
    const DataType dtype = ctx.Output(0)->GetDataType();
    return opdk::DispatchArithmetic(AllTypes(), dtype, [&]<typename C>() {
      using W = std::conditional_t<std::is_integral_v<C>, double, C>;
      return opdk::BroadcastElements<C, C, C>(ctx, 2, [alpha, dtype](C x1, C x2) {
        return opdk::Saturated<C>(dtype, static_cast<W>(x1) + static_cast<W>(alpha) * static_cast<W>(x2));
      });
    });
  }
};
OPDK_CPU_KERNEL(Axpy, AxpyCpuKernel);

OPDK_CPU_KERNEL(Lerp, SumCpuKernelOf<3, LerpSum, opdk::FloatTypes>);
OPDK_CPU_KERNEL(Addcmul, SumCpuKernelOf<4, AddcmulSum, opdk::NumberTypes>);
OPDK_CPU_KERNEL(Addcdiv, SumCpuKernelOf<4, AddcdivSum, opdk::NumberTypes>);
OPDK_CPU_KERNEL(FusedMulAdd, SumCpuKernelOf<3, FusedMulAddSum, opdk::NumberTypes>);

}  // namespace

}  // namespace aicpu
