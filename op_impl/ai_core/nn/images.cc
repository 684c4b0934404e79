#include "op_impl/ai_core/nn/images.h"

#include <algorithm>
#include <numeric>

namespace tbe {
namespace {

// Returns the axes 0 to rank - 1 in an order where the last `count` axes come to `first`.
Dims Rotated(int64_t rank, int64_t first, int64_t count) {
  Dims axes(static_cast<size_t>(rank));
  std::iota(axes.begin(), axes.end(), 0);
  std::rotate(axes.begin() + first, axes.end() - count, axes.end());
  return axes;
}

// Returns the axes of a stored filter in the order [O, C / groups, spatial...], or [C, M, spatial...] for a depthwise
// filter.
Dims FilterAxes(const OpParams& op, int64_t rank, bool depthwise) {
  const bool last = ImagesEndWithChannels(op);
  const int64_t spatial = rank - 2;
  Dims axes = last ? Dims{rank - 1, spatial} : Dims{0, 1};
  for (int64_t i = 0; i < spatial; ++i) axes.push_back(last ? i : i + 2);
  if (depthwise) std::swap(axes[0], axes[1]);
  return axes;
}

Dims Picked(const Dims& shape, const Dims& axes) {
  Dims picked;
  for (const int64_t axis : axes) picked.push_back(shape[static_cast<size_t>(axis)]);
  return picked;
}

struct Padding {
  int64_t begin = 0, end = 0;
};

// Returns the padding for SAME, with which an axis gives one output for each stride that begins in it. The odd element
// of padding is at the end.
Padding SamePadding(int64_t extent, int64_t kernel, int64_t stride, int64_t dilation) {
  const int64_t outputs = (extent + stride - 1) / stride, span = (kernel - 1) * dilation + 1;
  const int64_t total = std::max<int64_t>((outputs - 1) * stride + span - extent, 0);
  return {total / 2, total - total / 2};
}

}  // namespace

Tensor FromImages(const OpParams& op, const Tensor& x) {
  return ImagesEndWithChannels(op) ? transpose(x, Rotated(x.rank(), 1, 1)) : x;
}

Tensor ToImages(const OpParams& op, const Tensor& x) {
  return ImagesEndWithChannels(op) ? transpose(x, Rotated(x.rank(), 1, x.rank() - 2)) : x;
}

Dims FromImageShape(const OpParams& op, Dims shape) {
  if (ImagesEndWithChannels(op)) std::rotate(shape.begin() + 1, shape.end() - 1, shape.end());
  return shape;
}

Tensor FromFilter(const OpParams& op, const Tensor& filter, bool depthwise) {
  if (!depthwise && !ImagesEndWithChannels(op)) return filter;
  const Tensor moved = transpose(filter, FilterAxes(op, filter.rank(), depthwise));
  return depthwise ? reshape(moved, FromFilterShape(op, filter.shape(), true)) : moved;
}

Dims FromFilterShape(const OpParams& op, const Dims& shape, bool depthwise) {
  Dims filter = Picked(shape, FilterAxes(op, static_cast<int64_t>(shape.size()), depthwise));
  if (depthwise) {
    filter[0] *= filter[1];
    filter[1] = 1;
  }
  return filter;
}

Tensor ToFilter(const OpParams& op, const Tensor& x, const Dims& shape, bool depthwise) {
  const Dims axes = FilterAxes(op, x.rank(), depthwise);
  Dims back(axes.size());
  for (size_t i = 0; i < axes.size(); ++i) back[static_cast<size_t>(axes[i])] = static_cast<int64_t>(i);
  return transpose(depthwise ? reshape(x, Picked(shape, axes)) : x, back);
}

ConvParams ConvolutionOf(const OpParams& op, const Dims& images, const Dims& filter, bool depthwise) {
  const size_t first = ImagesEndWithChannels(op) ? 1 : 2, spatial = images.size() - 2;
  const Dims strides = op.ListInt("strides"), dilations = op.ListInt("dilations"), pads = op.ListInt("pads");
  const size_t first_stride = strides.size() == spatial ? 0 : first;
  ConvParams params;
  for (size_t i = 0; i < spatial; ++i) {
    params.strides.push_back(strides[first_stride + i]);
    params.dilations.push_back(dilations[first + i]);
    const Padding padding = pads[2 * i] >= 0
                                ? Padding{pads[2 * i], pads[2 * i + 1]}
                                : SamePadding(images[i + 2], filter[i + 2], params.strides[i], params.dilations[i]);
    params.pads_begin.push_back(padding.begin);
    params.pads_end.push_back(padding.end);
  }
  params.groups = depthwise ? images[1] : op.Int("groups");
  return params;
}

}  // namespace tbe
