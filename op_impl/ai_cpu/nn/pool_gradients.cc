// Gradients of the pools of images: each window gives to its elements. Sums in double.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/nn/images.h"
#include "op_impl/ai_cpu/nn/window.h"

namespace aicpu {
namespace {

const char* const kMaxPoolGrad = "MaxPoolGrad";
const char* const kMaxPoolV3Grad = "MaxPoolV3Grad";
const char* const kAvgPoolGrad = "AvgPoolGrad";
const char* const kAvgPoolV2Grad = "AvgPoolV2Grad";

// Of a pool from images of shape `in` to `out`; `ends` becomes the declared padding.
opdk::Window ImageWindow(const CpuKernelContext& ctx, const std::vector<int64_t>& in, const std::vector<int64_t>& out,
                         size_t first, std::vector<int64_t>& ends) {
  opdk::Window window;
  const bool whole = opdk::BoolAttr(ctx, "global_pooling", false);
  const std::string padding = opdk::StringAttr(ctx, "padding", opdk::StringAttr(ctx, "padding_mode", "").c_str());
  const std::vector<int64_t> pads = opdk::ListIntAttr(ctx, "pads");
  for (size_t i = 0; i < 2; ++i) {
    const size_t axis = first + i;
    window.in.push_back(in[axis]);
    window.out.push_back(out[axis]);
    window.kernel.push_back(whole ? in[axis] : opdk::ListIntAttr(ctx, "ksize")[axis]);
    window.strides.push_back(whole ? 1 : opdk::ListIntAttr(ctx, "strides")[axis]);
    window.dilations.push_back(1);
    int64_t begin = 0, end = 0;
    if (padding == "SAME" && !whole) {
      const int64_t covered = (out[axis] - 1) * window.strides[i] + window.kernel[i];
      begin = std::max<int64_t>(covered - in[axis], 0) / 2;
      end = std::max<int64_t>(covered - in[axis], 0) - begin;
    } else if (padding == "CALCULATED" && !whole) {
      begin = pads[2 * i];
      end = pads[2 * i + 1];
    }
    window.begins.push_back(begin);
    ends.push_back(end);
  }
  return window;
}

template <typename T>
bool IsTheMaximum(T value, T maximum) {
  if constexpr (!std::is_integral_v<T>) {
    if (std::isnan(static_cast<double>(maximum))) return std::isnan(static_cast<double>(value));
  }
  return value == maximum;
}

// give(plane, window, sums): adds what a window gives to the sums of its plane's pixels.
template <typename T, typename Give>
uint32_t ForPlanes(const CpuKernelContext& ctx, const opdk::ImagePlanes& image, const opdk::Window& window,
                   const Give& give) {
  using C = std::conditional_t<std::is_integral_v<T>, uint64_t, double>;
  const auto to = opdk::Values<T>(ctx.Output(0));
  const int64_t cost = 2 * (window.out_size() * window.kernel_size() + window.in_size());
  return opdk::ParallelRange(ctx, image.planes, cost, [&](int64_t begin, int64_t end) {
    std::vector<C> sums(static_cast<size_t>(window.in_size()));
    for (int64_t plane = begin; plane < end; ++plane) {
      std::fill(sums.begin(), sums.end(), C(0));
      for (int64_t position = 0; position < window.out_size(); ++position) give(plane, position, sums);
      for (int64_t pixel = 0; pixel < window.in_size(); ++pixel) {
        const C sum = sums[static_cast<size_t>(pixel)];
        if constexpr (std::is_integral_v<T>) {
          to[image.At(plane, pixel)] = static_cast<T>(sum);
        } else {
          to[image.At(plane, pixel)] = static_cast<T>(static_cast<opdk::ComputeType<T>>(sum));
        }
      }
    }
  });
}

class MaxPoolGradCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::NumberTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      using C = std::conditional_t<std::is_integral_v<T>, uint64_t, double>;
      const auto x = opdk::Values<const T>(ctx.Input(0)), pooled = opdk::Values<const T>(ctx.Input(1));
      const auto grad = opdk::Values<const T>(ctx.Input(2));
      const std::vector<int64_t> in = opdk::DimsOf(ctx.Input(0)), out = opdk::DimsOf(ctx.Input(2));
      const opdk::ImagePlanes image(ctx, in), windows(ctx, out);
      std::vector<int64_t> ends;
      const opdk::Window window = ImageWindow(ctx, in, out, image.first, ends);
      return ForPlanes<T>(ctx, image, window, [&](int64_t plane, int64_t position, std::vector<C>& sums) {
        const size_t from = windows.At(plane, position);
        int64_t hit = -1;
        opdk::ForEachInside(window, position, [&](int64_t, int64_t at) {
          if (hit < 0 && IsTheMaximum(x[image.At(plane, at)], pooled[from])) hit = at;
        });
        if (hit >= 0) sums[static_cast<size_t>(hit)] += static_cast<C>(grad[from]);
      });
    });
  }
};

class AvgPoolGradCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(1)->GetDataType(), [&]<typename T>() {
      const auto grad = opdk::Values<const T>(ctx.Input(1));
      const std::vector<int64_t> in = opdk::DimsOf(ctx.Output(0)), out = opdk::DimsOf(ctx.Input(1));
      const opdk::ImagePlanes image(ctx, in), windows(ctx, out);
      std::vector<int64_t> ends;
      const opdk::Window window = ImageWindow(ctx, in, out, image.first, ends);
      const bool exclusive = opdk::BoolAttr(ctx, "exclusive", true);
      return ForPlanes<T>(ctx, image, window, [&](int64_t plane, int64_t position, std::vector<double>& sums) {
        const int64_t starts[] = {position / window.out[1] * window.strides[0] - window.begins[0],
                                  position % window.out[1] * window.strides[1] - window.begins[1]};
        int64_t count = 1;
        for (size_t i = 0; i < 2; ++i) {
          const int64_t end = std::min(starts[i] + window.kernel[i], window.in[i] + (exclusive ? 0 : ends[i]));
          count *= end - (exclusive ? std::max<int64_t>(starts[i], 0) : starts[i]);
        }
        const double share = static_cast<double>(grad[windows.At(plane, position)]) / static_cast<double>(count);
        opdk::ForEachInside(window, position, [&](int64_t, int64_t at) { sums[static_cast<size_t>(at)] += share; });
      });
    });
  }
};

}  // namespace

REGISTER_CPU_KERNEL(kMaxPoolGrad, MaxPoolGradCpuKernel);
REGISTER_CPU_KERNEL(kMaxPoolV3Grad, MaxPoolGradCpuKernel);
REGISTER_CPU_KERNEL(kAvgPoolGrad, AvgPoolGradCpuKernel);
REGISTER_CPU_KERNEL(kAvgPoolV2Grad, AvgPoolGradCpuKernel);

}  // namespace aicpu
