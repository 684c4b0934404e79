// The places in x of the elements of [N, C, spatial...] tensors that are upsampled as PyTorch does it.
#pragma once

#include <vector>

#include "op_impl/ai_cpu/image/resize_taps.h"

namespace opdk {

// Returns the attribute scales: output extent / input extent on each spatial axis. Empty where it isn't given.
inline std::vector<float> GivenScales(const aicpu::CpuKernelContext& ctx) {
  const aicpu::AttrValue* attr = ctx.GetAttr("scales");
  return attr == nullptr ? std::vector<float>() : attr->GetListFloat();
}

// Returns the taps of all spatial axes. taps(from, to, given scale or 0, i) returns the taps of element i of an axis.
template <typename Taps>
AxisTaps UpsampleTaps(const aicpu::CpuKernelContext& ctx, const std::vector<int64_t>& from,
                      const std::vector<int64_t>& to, const Taps& taps) {
  const auto scales = GivenScales(ctx);
  AxisTaps along(from.size());
  for (size_t axis = 2; axis < from.size(); ++axis) {
    const float scale = scales.empty() ? 0 : scales[axis - 2];
    for (int64_t i = 0; i < to[axis]; ++i) along[axis].push_back(taps(from[axis], to[axis], scale, i));
  }
  return along;
}

template <typename Taps>
AxisTaps UpsampleGradientTaps(const aicpu::CpuKernelContext& ctx, const Taps& taps) {
  const auto from = DimsOf(ctx.Output(0));
  AxisTaps along = UpsampleTaps(ctx, from, DimsOf(ctx.Input(0)), taps);
  for (size_t axis = 2; axis < from.size(); ++axis) along[axis] = Transposed(along[axis], from[axis]);
  return along;
}

}  // namespace opdk
