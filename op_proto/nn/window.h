// The geometry that Conv, MaxPoolND and AveragePool share: windows that slide over spatial axes.
#pragma once

#include <string>
#include <vector>

#include "opdk/infer.h"

namespace ge {

using opdk::Dims;

// The attributes of a sliding window as an operator declares them; lists may be empty.
struct WindowAttrs {
  std::string auto_pad = "NOTSET";
  Dims kernel, strides, pads, dilations;
  bool ceil_mode = false;
};

// Reads the attributes of a pool's prototype.
template <typename Pool>
WindowAttrs PoolAttrs(const Pool& op) {
  WindowAttrs attrs;
  attrs.auto_pad = op.get_attr_auto_pad();
  attrs.kernel = op.get_attr_kernel_shape();
  attrs.strides = op.get_attr_strides();
  attrs.pads = op.get_attr_pads();
  attrs.dilations = op.get_attr_dilations();
  attrs.ceil_mode = op.get_attr_ceil_mode() != 0;
  return attrs;
}

// Computes the output extents of the spatial axes `in` (UNKNOWN_DIM where unknown). `kernel` must be filled. Reports an
// error (ReportInferError) and returns false for lists of the wrong length, strides or dilations below 1, a negative
// pad, an unknown auto_pad, or a window larger than the padded input.
bool WindowOutput(const Operator& op, const WindowAttrs& attrs, const Dims& in, Dims& out);

// Computes the shape of a pool's outputs for its input x: [N, C, spatial...]; reports as WindowOutput does.
bool PoolOutput(const Operator& op, const WindowAttrs& attrs, Dims& y);

}  // namespace ge
