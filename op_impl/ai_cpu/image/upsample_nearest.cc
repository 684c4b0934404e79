#include <cmath>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/image/upsample_taps.h"

namespace {

const char* const kUpsampleNearest1d = "UpsampleNearest1d";
const char* const kUpsampleNearest3d = "UpsampleNearest3d";
const char* const kUpsampleNearest1dGrad = "UpsampleNearest1dGrad";
const char* const kUpsampleNearest3dGrad = "UpsampleNearest3dGrad";

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

REGISTER_CPU_KERNEL(kUpsampleNearest1d, UpsampleNearestCpuKernel);
REGISTER_CPU_KERNEL(kUpsampleNearest3d, UpsampleNearestCpuKernel);
REGISTER_CPU_KERNEL(kUpsampleNearest1dGrad, UpsampleNearestGradCpuKernel);
REGISTER_CPU_KERNEL(kUpsampleNearest3dGrad, UpsampleNearestGradCpuKernel);

}  // namespace aicpu
