#include <algorithm>
#include <cmath>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/image/image_scale.h"

namespace {

// Returns the elements that the stretch of one element of y covers, weighted by the covered share.
opdk::ResizeTaps AreaTaps(const opdk::ImageScale& scale, int64_t i, int64_t extent) {
  const float begin = static_cast<float>(i) * scale.scale, end = static_cast<float>(i + 1) * scale.scale;
  opdk::ResizeTaps taps;
  for (float at = std::floor(begin); at < std::ceil(end); ++at) {
    const float share = at < begin ? (at + 1 > end ? scale.scale : at + 1 - begin) : std::min(end - at, 1.0F);
    taps.Add(static_cast<double>(at), static_cast<double>(share) / static_cast<double>(scale.scale), extent);
  }
  // Corners that are aligned to a single element: nothing is covered.
  if (taps.count() == 0) taps.Add(static_cast<double>(begin), 1, extent);
  return taps;
}

}  // namespace

namespace aicpu {

class ResizeAreaCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    if (ctx.Output(0)->NumElements() == 0) return opdk::kKernelOk;
    const auto taps = opdk::ImageTaps(ctx, opdk::DimsOf(ctx.Input(0)), opdk::DimsOf(ctx.Output(0)), AreaTaps);
    return opdk::Dispatch(opdk::ImageTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return opdk::ResizeTensor<T, float, double>(ctx, taps); });
  }
};
OPDK_CPU_KERNEL(ResizeArea, ResizeAreaCpuKernel);

}  // namespace aicpu
