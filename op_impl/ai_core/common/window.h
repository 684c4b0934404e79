// The geometry of a sliding window, which Conv and the pools share: from ONNX's attributes to explicit numbers.
#pragma once

#include <string>

#include "tbe/dsl.h"

namespace tbe {

// One entry per spatial axis.
struct Window {
  Dims kernel, strides, dilations, pads_begin;
  Dims pads_end;    // as far as the last window reaches: what it doesn't reach is left out
  bool rounded_up;  // ceil_mode made the last window of some axis hang over the declared end padding
};

// `kernel` are the window's extents. Reads attributes auto_pad, strides, pads and, where the prototype has them,
// dilations and ceil_mode, and output y's inferred shape.
Window WindowOf(const OpParams& op, const Tensor& x, const Dims& kernel);

// "" when x [N, C, spatial...] has one to three spatial axes, else why the kernel can't take it.
std::string CheckSpatialRank(const ge::Operator& op);

// A list attribute; `length` times `value` where it is empty or the prototype has no such attribute.
Dims ListOr(const OpParams& op, const char* attr, size_t length, int64_t value);

}  // namespace tbe
