// The windows of pools of images and volumes in the order of data_format, forward and backward.
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include "op_impl/ai_cpu/nn/images.h"
#include "op_impl/ai_cpu/nn/pooling.h"

namespace opdk {

// Returns the numbers of the spatial axes. `list` has all axes, the spatial axes alone, or one number for all.
inline std::vector<int64_t> OfSpatialAxes(const std::vector<int64_t>& list, const ImagePlanes& image) {
  if (list.size() == 1) return std::vector<int64_t>(image.spatial, list[0]);
  const auto begin = list.begin() + static_cast<std::ptrdiff_t>(list.size() == image.spatial ? 0 : image.first);
  return {begin, begin + static_cast<std::ptrdiff_t>(image.spatial)};
}

// A pool from images of shape `in` to `out`.
struct ImagePool {
  ImagePool(const aicpu::CpuKernelContext& ctx, const std::vector<int64_t>& in, const std::vector<int64_t>& out)
      : image(ctx, in), pooled(ctx, out) {
    window.in = OfSpatialAxes(in, image);
    window.out = OfSpatialAxes(out, image);
    ends.resize(image.spatial, 0);
    window.begins = ends;
    if (BoolAttr(ctx, "global_pooling", false)) {
      window.kernel = window.in;
      window.strides = window.dilations = std::vector<int64_t>(image.spatial, 1);
      return;
    }
    // Caffe's Pooling has other names for the attributes. MaxPoolV2 has them as inputs.
    const bool caffe = !ListIntAttr(ctx, "window").empty();
    const auto numbers = [&](const char* attr, uint32_t input) {
      const std::vector<int64_t> list = ListIntAttr(ctx, attr);
      return OfSpatialAxes(list.empty() ? IntValues(ctx.Input(input)) : list, image);
    };
    window.kernel = numbers(caffe ? "window" : "ksize", 1);
    window.strides = numbers(caffe ? "stride" : "strides", 2);
    const std::vector<int64_t> dilation = ListIntAttr(ctx, "dilation");
    window.dilations = dilation.empty() ? std::vector<int64_t>(image.spatial, 1)
                       : caffe          ? std::vector<int64_t>{dilation[0], dilation[2]}
                                        : OfSpatialAxes(dilation, image);
    ReadPadding(ctx, ListIntAttr(ctx, caffe ? "pad" : "pads"));
  }

  ImagePlanes image, pooled;
  Window window;
  std::vector<int64_t> ends;  // the declared padding behind each axis

 private:
  void ReadPadding(const aicpu::CpuKernelContext& ctx, const std::vector<int64_t>& pads) {
    const std::string mode = StringAttr(ctx, "padding_mode", "CALCULATED");
    const std::string padding = StringAttr(ctx, "padding", mode.c_str());
    for (size_t i = 0; i < image.spatial; ++i) {
      // Pads of -1 are SAME, too.
      if (padding == "SAME" || (padding == "CALCULATED" && pads[2 * i] < 0)) {
        const int64_t span = window.dilations[i] * (window.kernel[i] - 1) + 1;
        const int64_t beyond = (window.out[i] - 1) * window.strides[i] + span - window.in[i];
        window.begins[i] = std::max<int64_t>(beyond, 0) / 2;
        ends[i] = std::max<int64_t>(beyond, 0) - window.begins[i];
      } else if (padding == "CALCULATED") {
        window.begins[i] = pads[2 * i];
        ends[i] = pads[2 * i + 1];
      }
    }
  }
};

// The divisor of a window's mean.
struct MeanDivisor {
  explicit MeanDivisor(bool image_alone) : exclusive(image_alone) {}
  // Returns the divisor by the attributes divisor_override and exclusive, for volumes by divisor_override and
  // count_include_pad.
  static MeanDivisor Of(const aicpu::CpuKernelContext& ctx, bool volumes) {
    MeanDivisor divisor(volumes ? !BoolAttr(ctx, "count_include_pad", true) : BoolAttr(ctx, "exclusive", true));
    divisor.given = IntAttr(ctx, "divisor_override", 0);
    return divisor;
  }
  // Returns the divisor of the window at `position`, which has `inside` elements in the image.
  int64_t At(const ImagePool& of, int64_t position, int64_t inside) const {
    return given > 0 ? given : exclusive ? inside : PaddedCount(of.window, of.ends, position);
  }

  bool exclusive;     // padding has no part in it
  int64_t given = 0;  // where it is above 0
};

// Sets every element of output 0, of type To, to pool(plane, position) of the images of input 0.
template <typename To, typename Pool>
uint32_t ForEachPooled(const aicpu::CpuKernelContext& ctx, const ImagePool& of, const Pool& pool) {
  const auto y = Values<To>(ctx.Output(0));
  const int64_t size = of.window.out_size();
  return ParallelRange(ctx, of.image.planes, size * of.window.kernel_size() * 2, [&](int64_t begin, int64_t end) {
    for (int64_t plane = begin; plane < end; ++plane) {
      for (int64_t p = 0; p < size; ++p) y[of.pooled.At(plane, p)] = pool(plane, p);
    }
  });
}

template <typename T, typename To = T>
uint32_t MaxOfImages(const aicpu::CpuKernelContext& ctx) {
  const ImagePool of(ctx, DimsOf(ctx.Input(0)), DimsOf(ctx.Output(0)));
  const auto x = Values<const T>(ctx.Input(0));
  return ForEachPooled<To>(ctx, of, [&](int64_t plane, int64_t position) {
    T best = Least<T>();
    ForEachInside(of.window, position, [&](int64_t, int64_t at) {
      const T value = x[of.image.At(plane, at)];
      if (Beats(value, best)) best = value;
    });
    return static_cast<To>(best);
  });
}

template <typename T>
uint32_t MeanOfImages(const aicpu::CpuKernelContext& ctx, const MeanDivisor& divisor) {
  const ImagePool of(ctx, DimsOf(ctx.Input(0)), DimsOf(ctx.Output(0)));
  const auto x = Values<const T>(ctx.Input(0));
  return ForEachPooled<T>(ctx, of, [&](int64_t plane, int64_t position) {
    double sum = 0;
    int64_t inside = 0;
    ForEachInside(of.window, position, [&](int64_t, int64_t at) {
      sum += static_cast<double>(x[of.image.At(plane, at)]);
      ++inside;
    });
    const auto count = static_cast<double>(divisor.At(of, position, inside));
    return static_cast<T>(static_cast<ComputeType<T>>(sum / count));
  });
}

// Integers wrap around.
template <typename T>
using GradientSum = std::conditional_t<std::is_integral_v<T>, uint64_t, double>;

// Sums over the windows of each plane. give(plane, window, sums) adds a window's contribution to the sums of its
// plane's pixels.
template <typename T, typename Give>
uint32_t SumOverWindows(const aicpu::CpuKernelContext& ctx, const ImagePool& pool, const Give& give) {
  using C = GradientSum<T>;
  const auto to = Values<T>(ctx.Output(0));
  const ImagePlanes& image = pool.image;
  const Window& window = pool.window;
  const int64_t cost = 2 * (window.out_size() * window.kernel_size() + window.in_size());
  return ParallelRange(ctx, image.planes, cost, [&](int64_t begin, int64_t end) {
    std::vector<C> sums(static_cast<size_t>(window.in_size()));
    for (int64_t plane = begin; plane < end; ++plane) {
      std::fill(sums.begin(), sums.end(), C(0));
      for (int64_t position = 0; position < window.out_size(); ++position) give(plane, position, sums);
      for (int64_t pixel = 0; pixel < window.in_size(); ++pixel) {
        const C sum = sums[static_cast<size_t>(pixel)];
        if constexpr (std::is_integral_v<T>) {
          to[image.At(plane, pixel)] = static_cast<T>(sum);
        } else {
          to[image.At(plane, pixel)] = static_cast<T>(static_cast<ComputeType<T>>(sum));
        }
      }
    }
  });
}

}  // namespace opdk
