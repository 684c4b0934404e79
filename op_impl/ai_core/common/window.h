// The geometry of a sliding window, which Conv and the pools share: from ONNX's attributes to explicit numbers.
#pragma once

#include <string>

#include "tbe/dsl.h"

namespace tbe {

// One entry per spatial axis.
struct Window {
  Dims kernel, strides, dilations, pads_begin;
  Dims pads_end;            // up to the end of the last window: elements behind it are left out
  bool rounded_up = false;  // ceil_mode made the last window of some axis hang over the declared end padding
};

// Returns the operator's window. `kernel`: the window's extents. Reads the attributes auto_pad, strides, pads and,
// where the prototype has them, dilations and ceil_mode, and output y's inferred shape.
Window WindowOf(const OpParams& op, const Tensor& x, const Dims& kernel);

PoolParams PoolOf(const Window& window, PoolMode mode);

// Returns the mean of each window of x [N, C, spatial...]. The mean covers the window's elements of x and, if
// `include_pad`, of the declared padding: pads_begin and `declared_ends`. Elements that ceil_mode adds behind the
// padding don't count.
Tensor MeanOfWindows(Tensor x, const Window& window, bool include_pad, const Dims& declared_ends);

// Returns "" when x [N, C, spatial...] has one to three spatial axes, else why the kernel can't take x.
std::string CheckSpatialRank(const ge::Operator& op);

// Returns a list attribute, or `length` times `value` where the list is empty or the prototype has no such attribute.
Dims ListOr(const OpParams& op, const char* attr, size_t length, int64_t value);

}  // namespace tbe
