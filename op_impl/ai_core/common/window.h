// The geometry of a sliding window, which Conv and the pools share: from ONNX's attributes to explicit numbers.
#pragma once

#include <string>

#include "tbe/dsl.h"

namespace tbe {

// One entry per spatial axis.
struct Window {
  Dims kernel, strides, dilations, pads_begin;
  Dims pads_end;            // as far as the last window reaches: what it doesn't reach is left out
  bool rounded_up = false;  // ceil_mode made the last window of some axis hang over the declared end padding
};

// `kernel` are the window's extents. Reads attributes auto_pad, strides, pads and, where the prototype has them,
// dilations and ceil_mode, and output y's inferred shape.
Window WindowOf(const OpParams& op, const Tensor& x, const Dims& kernel);

PoolParams PoolOf(const Window& window, PoolMode mode);

// The mean of each window of x [N, C, spatial...]: of what lies in x or (`include_pad`) of the declared padding, too,
// which is the window's pads_begin and `declared_ends`, but not of what ceil_mode adds behind it.
Tensor MeanOfWindows(Tensor x, const Window& window, bool include_pad, const Dims& declared_ends);

// "" when x [N, C, spatial...] has one to three spatial axes, else why the kernel can't take it.
std::string CheckSpatialRank(const ge::Operator& op);

// A list attribute; `length` times `value` where it is empty or the prototype has no such attribute.
Dims ListOr(const OpParams& op, const char* attr, size_t length, int64_t value);

}  // namespace tbe
