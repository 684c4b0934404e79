#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/nn/images.h"
#include "op_impl/ai_cpu/nn/window.h"

namespace aicpu {
namespace {

using opdk::Window;

// Returns the windows over the images' rows and columns.
Window WindowOf(const CpuKernelContext& ctx) {
  const auto x = opdk::DimsOf(ctx.Input(0)), filter = opdk::DimsOf(ctx.Input(1)), y = opdk::DimsOf(ctx.Output(0));
  const auto strides = opdk::ListIntAttr(ctx, "strides"), rates = opdk::ListIntAttr(ctx, "rates");
  const std::string mode = opdk::StringAttr(ctx, "padding_mode", "SAME");
  const auto pads = opdk::ListIntAttr(ctx, "pads");
  Window window{{x[1], x[2]},         {y[1], y[2]}, {filter[0], filter[1]}, {strides[1], strides[2]},
                {rates[1], rates[2]}, {0, 0}};
  for (size_t i = 0; i < 2 && mode != "VALID"; ++i) {
    const int64_t span = window.dilations[i] * (window.kernel[i] - 1) + 1;
    const int64_t beyond = (window.out[i] - 1) * window.strides[i] + span - window.in[i];
    window.begins[i] = mode == "SAME" ? std::max<int64_t>(beyond, 0) / 2 : pads[2 * i];
  }
  return window;
}

template <typename T>
T LeastFinite() {
  if constexpr (opdk::kIsFloating<T>) return -std::numeric_limits<T>::max();
  return std::numeric_limits<T>::lowest();
}

class Dilation2DCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::NumberTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() { return Run<T>(ctx); });
  }

 private:
  template <typename T>
  static uint32_t Run(const CpuKernelContext& ctx) {
    using Sum = opdk::WrappingType<T>;  // integers wrap around
    const Window window = WindowOf(ctx);
    const opdk::ImagePlanes image(ctx, opdk::DimsOf(ctx.Input(0))), dilated(ctx, opdk::DimsOf(ctx.Output(0)));
    const auto x = opdk::Values<const T>(ctx.Input(0)), filter = opdk::Values<const T>(ctx.Input(1));
    const auto y = opdk::Values<T>(ctx.Output(0));
    const int64_t size = window.out_size();
    return opdk::ParallelRange(ctx, image.planes, size * window.kernel_size() * 2, [&](int64_t begin, int64_t end) {
      for (int64_t plane = begin; plane < end; ++plane) {
        const int64_t channel = plane % image.channels;
        for (int64_t position = 0; position < size; ++position) {
          T best = LeastFinite<T>();
          opdk::ForEachInside(window, position, [&](int64_t k, int64_t at) {
            const T sum = static_cast<T>(static_cast<Sum>(x[image.At(plane, at)]) +
                                         static_cast<Sum>(filter[static_cast<size_t>(k * image.channels + channel)]));
            if (sum > best) best = sum;
          });
          y[dilated.At(plane, position)] = best;
        }
      }
    });
  }
};
OPDK_CPU_KERNEL(Dilation2D, Dilation2DCpuKernel);

}  // namespace
}  // namespace aicpu
