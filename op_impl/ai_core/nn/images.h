// Images and volumes in the order of attribute data_format, for kernels that see [N, C, spatial...].
#pragma once

#include "op_impl/ai_core/common/optional_input.h"

namespace tbe {

// Returns whether the channels are the last axis. They are without data_format, too.
inline bool ImagesEndWithChannels(const OpParams& op) {
  return !op.HasAttr("data_format") || op.String("data_format").back() == 'C';
}

// Images as [N, C, spatial...], and back.
Tensor FromImages(const OpParams& op, const Tensor& x);
Tensor ToImages(const OpParams& op, const Tensor& x);
// Returns the shape that FromImages gives to images of `shape`.
Dims FromImageShape(const OpParams& op, Dims shape);

// Transposes a filter to [O, C / groups, spatial...]. "NHWC" has [spatial..., C / groups, O]. A depthwise filter is
// [spatial..., C, M] or [M, C, spatial...].
Tensor FromFilter(const OpParams& op, const Tensor& filter, bool depthwise = false);
// Returns the shape that FromFilter gives to a filter of `shape`. ToFilter is FromFilter's inverse.
Dims FromFilterShape(const OpParams& op, const Dims& shape, bool depthwise = false);
Tensor ToFilter(const OpParams& op, const Tensor& x, const Dims& shape, bool depthwise = false);

// Returns the attributes strides, dilations, pads and groups of a convolution of images [N, C, spatial...] with a
// filter [O, C / groups, spatial...]. A depthwise convolution has C groups. Pads of -1 become SAME's pads for these
// extents.
ConvParams ConvolutionOf(const OpParams& op, const Dims& images, const Dims& filter, bool depthwise = false);

}  // namespace tbe
