// A tensor and a number.
#include <algorithm>
#include <cmath>
#include <limits>

#include "op_impl/ai_cpu/common/cast.h"
#include "op_impl/ai_cpu/common/unary.h"

namespace aicpu {
namespace {

struct AddsFunction {
  static auto Of(auto x, auto value) { return x + value; }
};
struct MulsFunction {
  static auto Of(auto x, auto value) {
    // A real number scales both parts.
    if constexpr (opdk::kIsComplex<decltype(x)>) {
      return decltype(x)(x.real() * value.real(), x.imag() * value.real());
    } else {
      return x * value;
    }
  }
};

// Computes the function of integers with saturation: the wrapped result, unless the result in double shows that it
// wrapped.
template <typename Function>
int64_t ExactOf(int64_t x, int64_t value) {
  const auto wrapped = static_cast<int64_t>(Function::Of(static_cast<uint64_t>(x), static_cast<uint64_t>(value)));
  const double wide = Function::Of(static_cast<double>(x), static_cast<double>(value));
  const double end = std::ldexp(1.0, 63);
  // Close to the end doubles are too coarse to tell, but a wrapped result has the other sign.
  if (wide >= 1.5 * end || (wide >= end && wrapped < 0)) return std::numeric_limits<int64_t>::max();
  if (wide <= -1.5 * end || (wide <= -end && wrapped >= 0)) return std::numeric_limits<int64_t>::min();
  return wrapped;
}

template <typename Function, typename ScalarTypes = opdk::FloatTypes>
class ScalarCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    using AllTypes = opdk::Join<ScalarTypes, opdk::Types<int16_t, int32_t, int64_t>>;
    const float value = opdk::FloatAttr(ctx, "value", 0);
    if (ctx.Input(0)->GetDataType() == DT_INT64 && std::trunc(value) == value &&
        std::abs(value) < std::ldexp(1.0F, 63)) {
      const auto whole = static_cast<int64_t>(value);
      return opdk::MapElements<int64_t, int64_t>(ctx, 1, [whole](int64_t x) { return ExactOf<Function>(x, whole); });
    }
    const DataType dtype = ctx.Input(0)->GetDataType();
    return opdk::DispatchArithmetic(AllTypes(), dtype, [&]<typename C>() {
      using W = std::conditional_t<std::is_integral_v<C>, double, C>;
      return opdk::MapElements<C, C>(ctx, 1, [value, dtype](C x) {
        return opdk::Saturated<C>(dtype, Function::Of(static_cast<W>(x), static_cast<W>(value)));
      });
    });
  }
};

using FilledTypes = opdk::Join<opdk::ArithmeticTypes, opdk::Types<bool>>;

uint32_t FillOutput(const CpuKernelContext& ctx, float value) {
  return opdk::Dispatch(FilledTypes(), ctx.Output(0)->GetDataType(), [&]<typename T>() {
    T* y = opdk::Values<T>(ctx.Output(0)).data();
    const T filled = opdk::SafeCast<T>(value);
    return opdk::ParallelRange(ctx, ctx.Output(0)->NumElements(), 1,
                               [&](int64_t begin, int64_t end) { std::fill(y + begin, y + end, filled); });
  });
}

class FillsCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override { return FillOutput(ctx, opdk::FloatAttr(ctx, "value", 0)); }
};
OPDK_CPU_KERNEL(Fills, FillsCpuKernel);
class ZerosLikeCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override { return FillOutput(ctx, 0); }
};
OPDK_CPU_KERNEL(ZerosLike, ZerosLikeCpuKernel);
class OnesLikeCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override { return FillOutput(ctx, 1); }
};
OPDK_CPU_KERNEL(OnesLike, OnesLikeCpuKernel);

OPDK_CPU_KERNEL(Adds, ScalarCpuKernel<AddsFunction>);
OPDK_CPU_KERNEL(Muls, ScalarCpuKernel<MulsFunction, opdk::ScalarTypes>);

}  // namespace

}  // namespace aicpu
