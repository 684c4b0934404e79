// The walk over windows that MaxPoolND, AveragePool and the global pools share, one plane (image, channel) at a time.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "op_impl/ai_cpu/nn/window.h"

namespace opdk {

// Returns position `at` of a plane in the order of storage_order 1, where the first spatial axis runs fastest.
inline int64_t ColumnMajor(const std::vector<int64_t>& extents, int64_t at) {
  int64_t result = 0;
  for (size_t axis = extents.size(); axis-- > 0;) {
    int64_t below = 1;
    for (size_t i = 0; i < axis; ++i) below *= extents[i];
    result += at % extents[axis] * below;
    at /= extents[axis];
  }
  return result;
}

template <typename T>
bool Beats(T value, T best) {
  if constexpr (kIsFloating<T>) {
    if (std::isnan(static_cast<float>(value))) return !std::isnan(static_cast<float>(best));
  }
  return value > best;
}

// Returns the position of the window's largest element, the first one of equals. NaN wins. -1: the window is empty.
template <typename T>
int64_t MaxInside(const Window& window, int64_t position, const T* plane) {
  int64_t best = -1;
  ForEachInside(window, position, [&](int64_t, int64_t at) {
    if (best < 0 || Beats(plane[at], plane[best])) best = at;
  });
  return best;
}

// Returns the maximum of no elements.
template <typename T>
T Least() {
  if constexpr (kIsFloating<T>) return -std::numeric_limits<T>::infinity();
  return std::numeric_limits<T>::lowest();
}

// Calls pool(the input's plane, its number, position in the output's plane, number of the output element) for every
// element of the output; planes run side by side.
template <typename T, typename Pool>
uint32_t ForEachWindow(const aicpu::CpuKernelContext& ctx, const Window& window, const Pool& pool) {
  const auto x = Values<const T>(ctx.Input(0));
  const int64_t size = window.out_size();
  const int64_t planes = size == 0 ? 0 : static_cast<int64_t>(Values<T>(ctx.Output(0)).size()) / size;
  return ParallelRange(ctx, planes, size * window.kernel_size() * 2, [&](int64_t begin, int64_t end) {
    for (int64_t plane = begin; plane < end; ++plane) {
      const T* in = x.data() + plane * window.in_size();
      for (int64_t p = 0; p < size; ++p) pool(in, plane, p, static_cast<size_t>(plane * size + p));
    }
  });
}

template <typename T>
uint32_t ComputeMaxPool(const aicpu::CpuKernelContext& ctx, const Window& window) {
  const bool column_major = IntAttr(ctx, "storage_order", 0) != 0;
  const auto y = Values<T>(ctx.Output(0));
  const auto indices = ctx.GetOutputsSize() > 1 ? Values<int64_t>(ctx.Output(1)) : std::span<int64_t>();
  return ForEachWindow<T>(ctx, window, [&](const T* in, int64_t plane, int64_t position, size_t to) {
    const int64_t best = MaxInside(window, position, in);
    y[to] = best < 0 ? Least<T>() : in[best];
    if (indices.empty()) return;
    indices[to] = best < 0 ? -1 : plane * window.in_size() + (column_major ? ColumnMajor(window.in, best) : best);
  });
}

// Returns the number of elements of the window at `position` that the divisor counts when padding counts. These are the
// elements inside of the padded input: a window that extends beyond it, under ceil_mode, doesn't count the elements
// behind it.
inline int64_t PaddedCount(const Window& window, const std::vector<int64_t>& ends, int64_t position) {
  int64_t count = 1;
  for (size_t axis = window.in.size(); axis-- > 0;) {
    const int64_t start = position % window.out[axis] * window.strides[axis];
    position /= window.out[axis];
    const int64_t padded = window.begins[axis] + window.in[axis] + ends[axis];
    const int64_t dilation = window.dilations[axis];
    count *= std::clamp<int64_t>((padded - start + dilation - 1) / dilation, 0, window.kernel[axis]);
  }
  return count;
}

// Returns the padding after each axis: the attribute's, or the rest of SAME's padding behind `begins`.
inline std::vector<int64_t> EndPads(const aicpu::CpuKernelContext& ctx, const Window& window) {
  const size_t axes = window.in.size();
  std::vector<int64_t> ends(axes, 0);
  const std::string auto_pad = StringAttr(ctx, "auto_pad", "NOTSET");
  const auto pads = ListIntAttr(ctx, "pads");
  for (size_t i = 0; i < axes; ++i) {
    if (auto_pad == "NOTSET") {
      ends[i] = pads.empty() ? 0 : pads[axes + i];
    } else if (auto_pad != "VALID") {
      const int64_t needed = (window.out[i] - 1) * window.strides[i] + window.dilations[i] * (window.kernel[i] - 1) + 1;
      ends[i] = std::max<int64_t>(0, needed - window.in[i] - window.begins[i]);
    }
  }
  return ends;
}

template <typename T>
uint32_t ComputeAveragePool(const aicpu::CpuKernelContext& ctx, const Window& window) {
  const bool include_pad = IntAttr(ctx, "count_include_pad", 0) != 0;
  const auto ends = include_pad ? EndPads(ctx, window) : std::vector<int64_t>();
  const auto y = Values<T>(ctx.Output(0));
  return ForEachWindow<T>(ctx, window, [&](const T* in, int64_t, int64_t position, size_t to) {
    double sum = 0;
    int64_t count = 0;
    ForEachInside(window, position, [&](int64_t, int64_t at) {
      sum += static_cast<double>(in[at]);
      ++count;
    });
    if (include_pad) count = PaddedCount(window, ends, position);
    y[to] = static_cast<T>(sum / static_cast<double>(count));
  });
}

inline Window PoolWindow(const aicpu::CpuKernelContext& ctx) {
  return MakeWindow(ctx, DimsOf(ctx.Input(0)), DimsOf(ctx.Output(0)), ListIntAttr(ctx, "kernel_shape"));
}

// Returns a window as large as the plane.
inline Window GlobalWindow(const aicpu::CpuKernelContext& ctx) {
  const auto x = DimsOf(ctx.Input(0));
  return MakeWindow(ctx, x, DimsOf(ctx.Output(0)), std::vector<int64_t>(x.begin() + 2, x.end()));
}

}  // namespace opdk
