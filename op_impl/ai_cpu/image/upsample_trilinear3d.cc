#include <algorithm>
#include <cmath>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/image/upsample_taps.h"

namespace {

struct TrilinearTaps {
  opdk::ResizeTaps operator()(int64_t from, int64_t to, float given, int64_t i) const {
    const auto at = static_cast<double>(i), extent = static_cast<double>(from), wanted = static_cast<double>(to);
    const double step = given > 0 ? 1 / static_cast<double>(given) : extent / wanted;
    const double corners = to > 1 ? at * (extent - 1) / (wanted - 1) : 0;
    const double place = align ? corners : std::max((at + 0.5) * step - 0.5, 0.0);
    opdk::ResizeTaps taps;
    taps.Add(std::floor(place), 1 - (place - std::floor(place)), from);
    taps.Add(std::floor(place) + 1, place - std::floor(place), from);
    return taps;
  }
  bool align;
};

TrilinearTaps TapsOfTrilinear(const aicpu::CpuKernelContext& ctx) {
  return {opdk::BoolAttr(ctx, "align_corners", false)};
}

}  // namespace

namespace aicpu {

class UpsampleTrilinear3dCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    if (ctx.Output(0)->NumElements() == 0) return opdk::kKernelOk;
    const auto taps =
        opdk::UpsampleTaps(ctx, opdk::DimsOf(ctx.Input(0)), opdk::DimsOf(ctx.Output(0)), TapsOfTrilinear(ctx));
    return opdk::Dispatch(opdk::Types<float, opdk::Half, double>(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return opdk::ResizeTensor<T, T, double>(ctx, taps); });
  }
};
OPDK_CPU_KERNEL(UpsampleTrilinear3d, UpsampleTrilinear3dCpuKernel);

class UpsampleTrilinear3dGradCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    if (ctx.Output(0)->NumElements() == 0) return opdk::kKernelOk;
    const auto taps = opdk::UpsampleGradientTaps(ctx, TapsOfTrilinear(ctx));
    return opdk::Dispatch(opdk::Types<float, opdk::Half, double>(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return opdk::ResizeTensor<T, T, double>(ctx, taps); });
  }
};
OPDK_CPU_KERNEL(UpsampleTrilinear3dGrad, UpsampleTrilinear3dGradCpuKernel);

}  // namespace aicpu
