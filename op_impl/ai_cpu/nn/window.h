// Sliding windows over spatial axes, as Conv and the pools walk them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

struct Window {
  std::vector<int64_t> in, out, kernel;             // spatial extents
  std::vector<int64_t> strides, dilations, begins;  // begins: padding before each axis

  int64_t kernel_size() const { return Product(kernel); }
  int64_t in_size() const { return Product(in); }
  int64_t out_size() const { return Product(out); }
};

// Returns the window of a node with inputs [N, C, in...] and outputs [N, C', out...]. The extents that inference found
// decide the padding that auto_pad leaves open.
inline Window MakeWindow(const aicpu::CpuKernelContext& ctx, const std::vector<int64_t>& x,
                         const std::vector<int64_t>& y, std::vector<int64_t> kernel) {
  Window window;
  window.in.assign(x.begin() + 2, x.end());
  window.out.assign(y.begin() + 2, y.end());
  window.kernel = std::move(kernel);
  window.strides = ListIntAttr(ctx, "strides");
  window.dilations = ListIntAttr(ctx, "dilations");
  window.begins = ListIntAttr(ctx, "pads");
  const size_t axes = window.in.size();
  window.strides.resize(axes, 1);
  window.dilations.resize(axes, 1);
  const std::string auto_pad = StringAttr(ctx, "auto_pad", "NOTSET");
  if (auto_pad != "NOTSET") window.begins.clear();
  window.begins.resize(axes, 0);
  if (auto_pad == "SAME_UPPER" || auto_pad == "SAME_LOWER") {
    for (size_t i = 0; i < axes; ++i) {
      const int64_t needed = (window.out[i] - 1) * window.strides[i] + window.dilations[i] * (window.kernel[i] - 1) + 1;
      const int64_t total = std::max<int64_t>(0, needed - window.in[i]);
      window.begins[i] = auto_pad == "SAME_LOWER" ? total - total / 2 : total / 2;
    }
  }
  return window;
}

// Calls visit(k, at) for each kernel position k of the window at output position `position` (flat) that lies inside the
// input, in order; `at` is its flat input position. A window may be far larger than the input.
template <typename Visit>
void ForEachInside(const Window& window, int64_t position, Visit&& visit) {
  const size_t axes = window.in.size();
  if (axes == 0) return visit(0, 0);
  constexpr size_t kMaxAxes = 6;
  int64_t origin[kMaxAxes] = {}, low[kMaxAxes] = {}, high[kMaxAxes] = {}, at[kMaxAxes] = {};
  for (size_t axis = axes; axis-- > 0;) {
    const int64_t dilation = window.dilations[axis];
    origin[axis] = position % window.out[axis] * window.strides[axis] - window.begins[axis];
    position /= window.out[axis];
    low[axis] = origin[axis] < 0 ? (-origin[axis] + dilation - 1) / dilation : 0;
    const int64_t left = window.in[axis] - origin[axis];
    high[axis] = left <= 0 ? 0 : std::min(window.kernel[axis], (left + dilation - 1) / dilation);
    if (low[axis] >= high[axis]) return;
    at[axis] = low[axis];
  }
  const size_t last = axes - 1;
  while (true) {
    int64_t k_row = 0, x_row = 0;
    for (size_t axis = 0; axis < axes; ++axis) {
      k_row = k_row * window.kernel[axis] + at[axis];
      x_row = x_row * window.in[axis] + origin[axis] + at[axis] * window.dilations[axis];
    }
    for (int64_t i = 0; i < high[last] - low[last]; ++i) visit(k_row + i, x_row + i * window.dilations[last]);
    size_t axis = last;
    while (axis > 0 && ++at[axis - 1] == high[axis - 1]) {
      at[axis - 1] = low[axis - 1];
      --axis;
    }
    if (axis == 0) return;
  }
}

}  // namespace opdk
