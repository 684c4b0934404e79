// Images whose axes are resized one after the other: each element is a weighted sum of elements along the axis.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "op_impl/ai_cpu/common/cast.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

// The elements of x of which one element of y is the weighted sum; none: it lies outside.
struct ResizeTaps {
  std::vector<int64_t> at = {};
  std::vector<double> weight = {};

  size_t count() const { return at.size(); }
  void Add(double place, double w, int64_t extent) {
    at.push_back(static_cast<int64_t>(std::clamp(place, 0.0, static_cast<double>(extent - 1))));
    weight.push_back(w);
  }
};

// One list for each axis, of as many entries as the axis of the result has elements; empty: the axis stays as it is.
using AxisTaps = std::vector<std::vector<ResizeTaps>>;

// The taps of the gradient: to which elements of the result each of `extent` elements was added, and how often.
inline std::vector<ResizeTaps> Transposed(const std::vector<ResizeTaps>& taps, int64_t extent) {
  std::vector<ResizeTaps> transposed(static_cast<size_t>(extent));
  for (size_t to = 0; to < taps.size(); ++to) {
    for (size_t k = 0; k < taps[to].count(); ++k) {
      if (taps[to].weight[k] == 0) continue;
      ResizeTaps& own = transposed[static_cast<size_t>(taps[to].at[k])];
      own.at.push_back(static_cast<int64_t>(to));
      own.weight.push_back(taps[to].weight[k]);
    }
  }
  return transposed;
}

inline bool TakesEachAsItIs(const std::vector<ResizeTaps>& taps, int64_t extent) {
  if (static_cast<int64_t>(taps.size()) != extent) return false;
  for (size_t i = 0; i < taps.size(); ++i) {
    double own = 0;
    for (size_t k = 0; k < taps[i].count(); ++k) {
      if (taps[i].weight[k] != 0 && taps[i].at[k] != static_cast<int64_t>(i)) return false;
      own += taps[i].weight[k];
    }
    if (own != 1) return false;
  }
  return true;
}

// The last axis, whose elements lie side by side.
template <typename C>
void ResizeRows(const aicpu::CpuKernelContext& ctx, const std::vector<C>& data, const std::vector<ResizeTaps>& taps,
                int64_t from, C outside, std::vector<C>& result) {
  const auto to = static_cast<int64_t>(taps.size());
  (void)ParallelRange(ctx, static_cast<int64_t>(data.size()) / from, to * 8, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      const C* x = data.data() + row * from;
      C* y = result.data() + row * to;
      for (const ResizeTaps& tap : taps) {
        C sum = tap.count() == 0 ? outside : C(0);
        bool first = true;
        for (size_t k = 0; k < tap.count(); ++k) {
          if (tap.weight[k] == 0) continue;
          const C term = tap.weight[k] == 1 ? x[tap.at[k]] : static_cast<C>(tap.weight[k]) * x[tap.at[k]];
          sum = first ? term : static_cast<C>(sum + term);
          first = false;
        }
        *y++ = sum;
      }
    }
  });
}

// Replaces the axis of `data` ([outer, from, inner]) by the sums that `taps` tell. A weight of 0 reads nothing: what is
// not finite must not spread.
template <typename C>
std::vector<C> ResizeAlong(const aicpu::CpuKernelContext& ctx, const std::vector<C>& data,
                           const std::vector<ResizeTaps>& taps, int64_t from, int64_t inner, C outside) {
  const auto to = static_cast<int64_t>(taps.size());
  const int64_t outer = static_cast<int64_t>(data.size()) / (from * inner);
  std::vector<C> result(static_cast<size_t>(outer * to * inner));
  if (inner == 1) {
    ResizeRows(ctx, data, taps, from, outside, result);
    return result;
  }
  (void)ParallelRange(ctx, outer * to, inner * 8, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      const ResizeTaps& tap = taps[static_cast<size_t>(row % to)];
      C* y = result.data() + row * inner;
      if (tap.count() == 0) std::fill(y, y + inner, outside);
      bool first = true;
      for (size_t k = 0; k < tap.count(); ++k) {
        if (tap.weight[k] == 0) continue;
        const C* x = data.data() + (row / to * from + tap.at[k]) * inner;
        for (int64_t i = 0; i < inner; ++i) {
          const C term = tap.weight[k] == 1 ? x[i] : static_cast<C>(tap.weight[k]) * x[i];
          y[i] = first ? term : static_cast<C>(y[i] + term);
        }
        first = false;
      }
    }
  });
  return result;
}

// `data` of shape `dims`, none of whose extents is 0, along all axes, the last one first. Elements without taps become
// `outside`.
template <typename C>
std::vector<C> ResizeAxes(const aicpu::CpuKernelContext& ctx, std::vector<C> data, const std::vector<int64_t>& dims,
                          const AxisTaps& taps, C outside) {
  int64_t inner = 1;
  for (size_t axis = dims.size(); axis-- > 0;) {
    const bool stays = taps[axis].empty();
    if (!stays && !TakesEachAsItIs(taps[axis], dims[axis])) {
      data = ResizeAlong(ctx, data, taps[axis], dims[axis], inner, outside);
    }
    inner *= stays ? dims[axis] : static_cast<int64_t>(taps[axis].size());
  }
  return data;
}

// All of an input along its axes, summed as C, into the output.
template <typename T, typename To, typename C>
uint32_t ResizeTensor(const aicpu::CpuKernelContext& ctx, const AxisTaps& taps, C outside = C(0)) {
  const auto x = Values<const T>(ctx.Input(0));
  const auto y = Values<To>(ctx.Output(0));
  if (y.empty()) return kKernelOk;
  std::vector<C> data(x.size());
  std::transform(x.begin(), x.end(), data.begin(), [](T value) { return static_cast<C>(value); });
  if (data.empty()) {
    std::fill(y.begin(), y.end(), To(0));
    return kKernelOk;
  }
  data = ResizeAxes(ctx, std::move(data), DimsOf(ctx.Input(0)), taps, outside);
  std::transform(data.begin(), data.end(), y.begin(), [](C value) { return SafeCast<To>(value); });
  return kKernelOk;
}

}  // namespace opdk
