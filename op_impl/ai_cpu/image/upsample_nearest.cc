#include <cmath>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/image/upsample_taps.h"

namespace {

using UpsampleTypes = opdk::Types<float, opdk::Half, double, uint8_t>;

opdk::ResizeTaps TapsBelow(int64_t from, int64_t to, float given, int64_t i) {
  const float step = given > 0 ? static_cast<float>(1.0 / static_cast<double>(given))
                               : static_cast<float>(from) / static_cast<float>(to);
  opdk::ResizeTaps taps;
  taps.Add(static_cast<double>(std::floor(static_cast<float>(i) * step)), 1, from);
  return taps;
}

}  // namespace

namespace aicpu {

class UpsampleNearestCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    if (ctx.Output(0)->NumElements() == 0) return opdk::kKernelOk;
    const auto taps = opdk::UpsampleTaps(ctx, opdk::DimsOf(ctx.Input(0)), opdk::DimsOf(ctx.Output(0)), TapsBelow);
    return opdk::Dispatch(UpsampleTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return opdk::ResizeTensor<T, T, T>(ctx, taps); });
  }
};
OPDK_CPU_KERNEL(UpsampleNearest1d, UpsampleNearestCpuKernel);
OPDK_CPU_KERNEL(UpsampleNearest3d, UpsampleNearestCpuKernel);

class UpsampleNearestGradCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    if (ctx.Output(0)->NumElements() == 0) return opdk::kKernelOk;
    const auto taps = opdk::UpsampleGradientTaps(ctx, TapsBelow);
    return opdk::Dispatch(UpsampleTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      using Sum = std::conditional_t<std::is_integral_v<T>, uint64_t, double>;
      return opdk::ResizeTensor<T, T, Sum>(ctx, taps);
    });
  }
};
OPDK_CPU_KERNEL(UpsampleNearest1dGrad, UpsampleNearestGradCpuKernel);
OPDK_CPU_KERNEL(UpsampleNearest3dGrad, UpsampleNearestGradCpuKernel);

}  // namespace aicpu
