// Convolutions of images and volumes in the order of data_format, and their gradients for x, tap by tap; sums in
// double.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "op_impl/ai_cpu/nn/images.h"
#include "op_impl/ai_cpu/nn/window.h"

namespace opdk {

// Integers wrap around.
template <typename T>
using TapSum = std::conditional_t<std::is_integral_v<T>, int64_t, double>;

template <typename To, typename Sum>
To Rounded(Sum sum) {
  if constexpr (std::is_integral_v<To>) {
    return static_cast<To>(sum);
  } else {
    return static_cast<To>(static_cast<ComputeType<To>>(sum));
  }
}

// A convolution of images x with a filter to images y. A depthwise convolution has as many groups as channels.
struct ImageConvolution {
  ImageConvolution(const aicpu::CpuKernelContext& ctx, const aicpu::Tensor* x_tensor, const aicpu::Tensor* filter,
                   const aicpu::Tensor* y_tensor, bool depthwise)
      : x(ctx, DimsOf(x_tensor)), y(ctx, DimsOf(y_tensor)) {
    const std::vector<int64_t> in = DimsOf(x_tensor), out = DimsOf(y_tensor), taps = DimsOf(filter);
    const std::vector<int64_t> pads = ListIntAttr(ctx, "pads"), dilations = ListIntAttr(ctx, "dilations");
    const std::vector<int64_t> strides = ListIntAttr(ctx, "strides");
    const size_t first_stride = strides.size() == x.spatial ? 0 : x.first;
    filter_ends_with_outputs = x.first == 1;
    for (size_t i = 0; i < x.spatial; ++i) {
      window.in.push_back(in[x.first + i]);
      window.out.push_back(out[x.first + i]);
      window.kernel.push_back(taps[filter_ends_with_outputs ? i : i + 2]);
      window.strides.push_back(strides[first_stride + i]);
      window.dilations.push_back(dilations.empty() ? 1 : dilations[x.first + i]);
      window.begins.push_back(pads[2 * i] >= 0 ? pads[2 * i] : SameBegin(i));
    }
    groups = depthwise ? x.channels : IntAttr(ctx, "groups", 1);
    channels = groups == 0 ? 0 : x.channels / groups;
    filters = groups == 0 ? 0 : y.channels / groups;
    // [M, C, spatial...] has the outputs of a channel apart.
    multiplied = depthwise && !filter_ends_with_outputs;
    images = out[0];
  }
  // Returns the offset of a filter's element.
  size_t Tap(int64_t output, int64_t channel, int64_t tap) const {
    if (multiplied) return static_cast<size_t>((output % filters * groups + output / filters) * taps() + tap);
    return static_cast<size_t>(filter_ends_with_outputs ? (tap * channels + channel) * y.channels + output
                                                        : (output * channels + channel) * taps() + tap);
  }
  int64_t taps() const { return window.kernel_size(); }
  // Returns the padding before axis `i` where pads are -1 (SAME): half of the windows' extent beyond the image.
  int64_t SameBegin(size_t i) const {
    const int64_t covered = (window.out[i] - 1) * window.strides[i] + (window.kernel[i] - 1) * window.dilations[i] + 1;
    return std::max<int64_t>(covered - window.in[i], 0) / 2;
  }

  ImagePlanes x, y;
  Window window;
  bool filter_ends_with_outputs = false, multiplied = false;
  int64_t groups = 1, images = 0;
  int64_t channels = 0, filters = 0;  // of one group
};

// Convolves x, less `offset` in each element, with the filter into y. `bias`: one number for each channel, or none.
template <typename T, typename To, typename Bias>
uint32_t ConvolveImages(const aicpu::CpuKernelContext& ctx, const ImageConvolution& conv, std::span<const T> x,
                        std::span<const T> filter, std::span<const Bias> bias, int64_t offset, std::span<To> y) {
  const int64_t cost = conv.y.size * conv.channels * conv.taps() * 2;
  return ParallelRange(ctx, conv.y.planes, cost, [&](int64_t begin, int64_t end) {
    for (int64_t plane = begin; plane < end; ++plane) {
      const int64_t image = plane / conv.y.channels, output = plane % conv.y.channels;
      const int64_t first = image * conv.x.channels + output / conv.filters * conv.channels;
      for (int64_t position = 0; position < conv.y.size; ++position) {
        TapSum<T> sum = bias.empty() ? TapSum<T>(0) : static_cast<TapSum<T>>(bias[static_cast<size_t>(output)]);
        ForEachInside(conv.window, position, [&](int64_t tap, int64_t at) {
          for (int64_t channel = 0; channel < conv.channels; ++channel) {
            const auto value =
                static_cast<TapSum<T>>(x[conv.x.At(first + channel, at)]) - static_cast<TapSum<T>>(offset);
            sum += value * static_cast<TapSum<T>>(filter[conv.Tap(output, channel, tap)]);
          }
        });
        y[conv.y.At(plane, position)] = Rounded<To>(sum);
      }
    }
  });
}

// Computes the gradient for x from y's gradient, plus a bias for each channel of x, or none.
template <typename T, typename To, typename Bias>
uint32_t GradientOfImages(const aicpu::CpuKernelContext& ctx, const ImageConvolution& conv, std::span<const T> filter,
                          std::span<const T> y, std::span<const Bias> bias, std::span<To> x) {
  const int64_t cost = conv.filters * conv.window.out_size() * conv.taps() * 2;
  return ParallelRange(ctx, conv.x.planes, cost, [&](int64_t begin, int64_t end) {
    std::vector<TapSum<T>> sums(static_cast<size_t>(conv.x.size));
    for (int64_t plane = begin; plane < end; ++plane) {
      const int64_t image = plane / conv.x.channels, channel = plane % conv.x.channels;
      const int64_t first = channel / conv.channels * conv.filters;
      const auto start = bias.empty() ? TapSum<T>(0) : static_cast<TapSum<T>>(bias[static_cast<size_t>(channel)]);
      std::fill(sums.begin(), sums.end(), start);
      for (int64_t output = first; output < first + conv.filters; ++output) {
        for (int64_t position = 0; position < conv.y.size; ++position) {
          const auto g = static_cast<TapSum<T>>(y[conv.y.At(image * conv.y.channels + output, position)]);
          ForEachInside(conv.window, position, [&](int64_t tap, int64_t at) {
            const size_t element = conv.Tap(output, channel % conv.channels, tap);
            sums[static_cast<size_t>(at)] += g * static_cast<TapSum<T>>(filter[element]);
          });
        }
      }
      for (int64_t at = 0; at < conv.x.size; ++at) x[conv.x.At(plane, at)] = Rounded<To>(sums[static_cast<size_t>(at)]);
    }
  });
}

// Calls run with the elements of an optional bias, of x's dtype T or (int32 of int8, float) another.
template <typename T, typename Run>
uint32_t WithBias(const aicpu::Tensor* bias, Run&& run) {
  if (std::is_same_v<T, int8_t>) return run(Values<const int32_t>(bias));
  if (IsPresent(bias) && bias->GetDataType() == aicpu::DT_FLOAT) return run(Values<const float>(bias));
  return run(Values<const T>(bias));
}

}  // namespace opdk
