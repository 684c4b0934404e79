// A tensor and a number.
#include <algorithm>

#include "op_impl/ai_cpu/common/cast.h"
#include "op_impl/ai_cpu/common/unary.h"

namespace aicpu {
namespace {

const char* const kAdds = "Adds";
const char* const kMuls = "Muls";
const char* const kFills = "Fills";
const char* const kZerosLike = "ZerosLike";
const char* const kOnesLike = "OnesLike";

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

template <typename Function, typename ScalarTypes = opdk::FloatTypes>
class ScalarCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    using AllTypes = opdk::Join<ScalarTypes, opdk::Types<int16_t, int32_t, int64_t>>;
    const float value = opdk::FloatAttr(ctx, "value", 0);
    return opdk::Dispatch(AllTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      using C = std::conditional_t<std::is_integral_v<T>, double, opdk::ComputeType<T>>;
      return opdk::MapElements<T, T>(ctx, 1, [value](opdk::ComputeType<T> x) {
        return opdk::SafeCast<opdk::ComputeType<T>>(Function::Of(static_cast<C>(x), static_cast<C>(value)));
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
class ZerosLikeCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override { return FillOutput(ctx, 0); }
};
class OnesLikeCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override { return FillOutput(ctx, 1); }
};

using AddsCpuKernel = ScalarCpuKernel<AddsFunction>;
using MulsCpuKernel = ScalarCpuKernel<MulsFunction, opdk::ScalarTypes>;

}  // namespace

REGISTER_CPU_KERNEL(kAdds, AddsCpuKernel);
REGISTER_CPU_KERNEL(kMuls, MulsCpuKernel);
REGISTER_CPU_KERNEL(kFills, FillsCpuKernel);
REGISTER_CPU_KERNEL(kZerosLike, ZerosLikeCpuKernel);
REGISTER_CPU_KERNEL(kOnesLike, OnesLikeCpuKernel);

}  // namespace aicpu
