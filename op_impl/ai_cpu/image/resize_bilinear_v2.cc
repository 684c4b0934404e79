#include <cmath>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/image/image_scale.h"

namespace {

opdk::ResizeTaps LinearTaps(const opdk::ImageScale& scale, int64_t i, int64_t extent) {
  const float place = scale.Place(i), lower = std::floor(place), share = place - lower;
  opdk::ResizeTaps taps;
  taps.Add(static_cast<double>(lower), static_cast<double>(1 - share), extent);
  taps.Add(static_cast<double>(lower) + 1, static_cast<double>(share), extent);
  return taps;
}

}  // namespace

namespace aicpu {

class ResizeBilinearV2CpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    if (ctx.Output(0)->NumElements() == 0) return opdk::kKernelOk;
    const auto taps = opdk::ImageTaps(ctx, opdk::DimsOf(ctx.Input(0)), opdk::DimsOf(ctx.Output(0)), LinearTaps);
    return opdk::Dispatch(opdk::ImageTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      return opdk::Dispatch(opdk::Types<float, opdk::Half, uint8_t>(), ctx.Output(0)->GetDataType(),
                            [&]<typename To>() { return opdk::ResizeTensor<T, To, double>(ctx, taps); });
    });
  }
};
OPDK_CPU_KERNEL(ResizeBilinearV2, ResizeBilinearV2CpuKernel);
OPDK_CPU_KERNEL(ResizeBilinearV2D, ResizeBilinearV2CpuKernel);

class ResizeBilinearV2GradCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    if (ctx.Output(0)->NumElements() == 0) return opdk::kKernelOk;
    return opdk::ResizeTensor<float, float, double>(ctx, opdk::GradientTaps(ctx, LinearTaps));
  }
};
OPDK_CPU_KERNEL(ResizeBilinearV2Grad, ResizeBilinearV2GradCpuKernel);

}  // namespace aicpu
