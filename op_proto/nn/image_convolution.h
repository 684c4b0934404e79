// Helpers for convolutions of images and volumes, forward and backward.
#pragma once

#include <optional>

#include "op_proto/nn/images.h"

namespace ge {

// The axes of a convolution's tensors in the order of data_format.
struct ConvolutionLayout {
  size_t spatial = 2;  // axes
  bool channels_last = true;
  bool depthwise = false;
  bool spatial_strides = false;  // `strides` has no numbers for N and C

  // Returns the places in x and y of N, C and the spatial axes; ToImages returns the inverse.
  opdk::Dims FromImages() const;
  opdk::Dims ToImages() const;
  // Returns a filter's shape as [O, C / groups, spatial...], and its number of groups: a depthwise filter has one group
  // for each channel.
  opdk::Dims PlainFilter(const opdk::Dims& filter, int64_t* groups) const;
};

// Returns whether all `pads` are -1, which means SAME: the extents give the padding.
bool IsSame(const opdk::Dims& pads);

// Reads data_format; reports an unknown one.
std::optional<ConvolutionLayout> LayoutOf(const Operator& op, size_t spatial, bool depthwise);

// Returns the shape of y for inputs of these shapes, in the order of data_format; reports shapes that don't fit.
// Unknown ranks have unknown extents.
std::optional<opdk::Dims> ConvolvedShape(const Operator& op, const ConvolutionLayout& layout, const opdk::Dims& x,
                                         const opdk::Dims& filter);

}  // namespace ge
