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

// The window of a node with inputs [N, C, in...] and outputs [N, C', out...]. What auto_pad leaves open follows from
// the extents that inference found.
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
// input; `at` is its flat input position.
template <typename Visit>
void ForEachInside(const Window& window, int64_t position, Visit&& visit) {
  const size_t axes = window.in.size();
  constexpr size_t kMaxAxes = 6;
  int64_t origin[kMaxAxes] = {};
  for (size_t axis = axes; axis-- > 0;) {
    origin[axis] = position % window.out[axis] * window.strides[axis] - window.begins[axis];
    position /= window.out[axis];
  }
  const int64_t size = window.kernel_size();
  for (int64_t k = 0; k < size; ++k) {
    int64_t rest = k;
    int64_t at = 0;
    int64_t stride = 1;
    bool inside = true;
    for (size_t axis = axes; axis-- > 0 && inside;) {
      const int64_t index = origin[axis] + rest % window.kernel[axis] * window.dilations[axis];
      rest /= window.kernel[axis];
      inside = index >= 0 && index < window.in[axis];
      at += index * stride;
      stride *= window.in[axis];
    }
    if (inside) visit(k, at);
  }
}

}  // namespace opdk
