// A tensor's channels, one after the other.
#pragma once

#include <span>
#include <string>
#include <utility>

#include "op_impl/ai_cpu/common/axis_rows.h"

namespace opdk {

// The dtypes of normalized tensors; their statistics are float.
using StatisticTypes = Types<float, Half, BFloat16>;

// Statistics that are given, and that a kernel gives.
inline std::span<const float> Numbers(const aicpu::CpuKernelContext& ctx, uint32_t input) {
  return Values<const float>(ctx.Input(input));
}
inline std::span<float> Results(const aicpu::CpuKernelContext& ctx, uint32_t output) {
  return Values<float>(ctx.Output(output));
}

// Calls visit(element) for the elements of one channel.
template <typename Visit>
void ForChannel(const AxisRows& rows, int64_t channel, Visit&& visit) {
  for (int64_t outer = 0; outer < rows.outer; ++outer) {
    const int64_t first = (outer * rows.extent + channel) * rows.inner;
    for (int64_t i = 0; i < rows.inner; ++i) visit(static_cast<size_t>(first + i));
  }
}

// Calls work(channel) for all channels.
template <typename Work>
uint32_t ForChannels(const aicpu::CpuKernelContext& ctx, const AxisRows& rows, Work&& work) {
  return ParallelRange(ctx, rows.extent, 4 * rows.outer * rows.inner, [&](int64_t begin, int64_t end) {
    for (int64_t channel = begin; channel < end; ++channel) work(channel);
  });
}

// Returns the rows along the axis of an input that data_format names.
inline AxisRows ChannelRows(const aicpu::CpuKernelContext& ctx, uint32_t input) {
  const std::string format = StringAttr(ctx, "data_format", "NHWC");
  return AxisRows(ctx.Input(input), format == "NHWC" || format == "NDHWC" ? -1 : 1);
}

}  // namespace opdk
