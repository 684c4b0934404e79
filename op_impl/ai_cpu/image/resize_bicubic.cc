#include <array>
#include <cmath>
#include <limits>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/image/image_scale.h"

namespace {

// Number of parts to which distances are rounded.
constexpr int64_t kParts = 1024;

// The cubic's weights at a distance of offset / kParts, and at 1 more.
struct CubicWeights {
  explicit CubicWeights(float a) {
    for (int64_t i = 0; i <= kParts; ++i) {
      float d = static_cast<float>(i) / static_cast<float>(kParts);
      near[static_cast<size_t>(i)] = ((a + 2) * d - (a + 3)) * d * d + 1;
      d += 1;
      far[static_cast<size_t>(i)] = ((a * d - 5 * a) * d + 8 * a) * d - 4 * a;
    }
  }
  std::array<float, kParts + 1> near = {}, far = {};
};

// Returns the taps of element i. With half_pixel_centers elements outside of the image don't count; without it they are
// the border's.
opdk::ResizeTaps CubicTaps(const opdk::ImageScale& scale, int64_t i, int64_t extent) {
  static const CubicWeights keys(-0.5F), legacy(-0.75F);
  const CubicWeights& weights = scale.half ? keys : legacy;
  const float place = scale.Place(i), left = std::floor(place);
  const auto offset = static_cast<size_t>(std::lrint((place - left) * static_cast<float>(kParts)));
  std::array<float, 4> share = {weights.far[offset], weights.near[offset], weights.near[kParts - offset],
                                weights.far[kParts - offset]};
  if (scale.half) {
    float sum = 0;
    for (size_t k = 0; k < 4; ++k) {
      const float at = left - 1 + static_cast<float>(k);
      if (at < 0 || at > static_cast<float>(extent - 1)) share[k] = 0;
      sum += share[k];
    }
    if (std::abs(sum) >= 1000 * std::numeric_limits<float>::min()) {
      for (float& one : share) one *= 1 / sum;
    }
  }
  opdk::ResizeTaps taps;
  for (size_t k = 0; k < 4; ++k) {
    taps.Add(static_cast<double>(left) - 1 + static_cast<double>(k), static_cast<double>(share[k]), extent);
  }
  return taps;
}

}  // namespace

namespace aicpu {

class ResizeBicubicCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    if (ctx.Output(0)->NumElements() == 0) return opdk::kKernelOk;
    const auto taps = opdk::ImageTaps(ctx, opdk::DimsOf(ctx.Input(0)), opdk::DimsOf(ctx.Output(0)), CubicTaps);
    return opdk::Dispatch(opdk::ImageTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      return opdk::Dispatch(opdk::Types<float, uint8_t>(), ctx.Output(0)->GetDataType(),
                            [&]<typename To>() { return opdk::ResizeTensor<T, To, double>(ctx, taps); });
    });
  }
};
OPDK_CPU_KERNEL(ResizeBicubic, ResizeBicubicCpuKernel);

class ResizeBicubicGradCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    if (ctx.Output(0)->NumElements() == 0) return opdk::kKernelOk;
    const auto taps = opdk::GradientTaps(ctx, CubicTaps);
    return opdk::Dispatch(opdk::Types<float, double>(), ctx.Output(0)->GetDataType(),
                          [&]<typename To>() { return opdk::ResizeTensor<float, To, double>(ctx, taps); });
  }
};
OPDK_CPU_KERNEL(ResizeBicubicGrad, ResizeBicubicGradCpuKernel);

}  // namespace aicpu
