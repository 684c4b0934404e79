#include "cpu_kernel.h"
#include "op_impl/ai_cpu/image/image_scale.h"

namespace {

opdk::ResizeTaps NearestTaps(const opdk::ImageScale& scale, int64_t i, int64_t extent) {
  opdk::ResizeTaps taps;
  taps.Add(static_cast<double>(scale.NearestPlace(i)), 1, extent);
  return taps;
}

// The type to sum a gradient in: integers wrap around.
template <typename T>
using PixelSum = std::conditional_t<std::is_integral_v<T>, uint64_t, double>;

}  // namespace

namespace aicpu {

class ResizeNearestNeighborV2CpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    if (ctx.Output(0)->NumElements() == 0) return opdk::kKernelOk;
    const auto taps = opdk::ImageTaps(ctx, opdk::DimsOf(ctx.Input(0)), opdk::DimsOf(ctx.Output(0)), NearestTaps);
    return opdk::Dispatch(opdk::ImageTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return opdk::ResizeTensor<T, T, T>(ctx, taps); });
  }
};
OPDK_CPU_KERNEL(ResizeNearestNeighborV2, ResizeNearestNeighborV2CpuKernel);
OPDK_CPU_KERNEL(ResizeNearestNeighborV2D, ResizeNearestNeighborV2CpuKernel);

class ResizeNearestNeighborV2GradCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    if (ctx.Output(0)->NumElements() == 0) return opdk::kKernelOk;
    const auto taps = opdk::GradientTaps(ctx, NearestTaps);
    return opdk::Dispatch(opdk::ImageTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return opdk::ResizeTensor<T, T, PixelSum<T>>(ctx, taps); });
  }
};
OPDK_CPU_KERNEL(ResizeNearestNeighborV2Grad, ResizeNearestNeighborV2GradCpuKernel);
OPDK_CPU_KERNEL(ResizeNearestNeighborV2GradD, ResizeNearestNeighborV2GradCpuKernel);

}  // namespace aicpu
