// The place in x of an element of y when TensorFlow resizes batches of images, in TensorFlow's roundings.
#pragma once

#include <algorithm>
#include <cmath>

#include "op_impl/ai_cpu/image/resize_taps.h"

namespace opdk {

using ImageTypes = Join<FloatTypes, Types<int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t>>;

struct ImageScale {
  ImageScale(bool align_corners, bool half_pixel_centers, int64_t from, int64_t to)
      : align(align_corners),
        half(half_pixel_centers),
        scale(align && to > 1 ? static_cast<float>(from - 1) / static_cast<float>(to - 1)
                              : static_cast<float>(from) / static_cast<float>(to)) {}

  float Place(int64_t i) const {
    const auto at = static_cast<float>(i);
    return half ? (at + 0.5F) * scale - 0.5F : at * scale;
  }
  float NearestPlace(int64_t i) const {
    const auto at = static_cast<float>(i);
    if (half) return std::floor((at + 0.5F) * scale);
    return align ? std::round(at * scale) : std::floor(at * scale);
  }

  bool align, half;
  float scale;
};

// Returns the first of the two spatial axes. Images without a format are NHWC.
inline size_t SpatialAxis(const aicpu::Tensor* images) {
  return images->GetTensorShape()->GetFormat() == aicpu::FORMAT_NCHW ? 2 : 1;
}

// Returns the taps of both spatial axes of images that are resized from `from` to `to`. taps(scale, i, extent) returns
// the taps of element i.
template <typename Taps>
AxisTaps ImageTaps(const aicpu::CpuKernelContext& ctx, const std::vector<int64_t>& from, const std::vector<int64_t>& to,
                   const Taps& taps) {
  const size_t first = SpatialAxis(ctx.Input(0));
  AxisTaps along(from.size());
  for (size_t axis = first; axis < first + 2; ++axis) {
    const ImageScale scale(BoolAttr(ctx, "align_corners", false), BoolAttr(ctx, "half_pixel_centers", false),
                           from[axis], to[axis]);
    for (int64_t i = 0; i < to[axis]; ++i) along[axis].push_back(taps(scale, i, from[axis]));
  }
  return along;
}

// Returns the taps of the gradient, whose input has the shape of the resized images.
template <typename Taps>
AxisTaps GradientTaps(const aicpu::CpuKernelContext& ctx, const Taps& taps) {
  const auto from = DimsOf(ctx.Output(0));
  AxisTaps along = ImageTaps(ctx, from, DimsOf(ctx.Input(0)), taps);
  const size_t first = SpatialAxis(ctx.Input(0));
  for (size_t axis = first; axis < first + 2; ++axis) along[axis] = Transposed(along[axis], from[axis]);
  return along;
}

}  // namespace opdk
