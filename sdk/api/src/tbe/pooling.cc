#include "tbe/pooling.h"

#include <fmt/format.h>

#include <algorithm>

#include "sdk/api/src/tbe/build.h"
#include "tbe/array.h"

namespace tbe {
namespace {

// Returns the spatial extents of [N, C, spatial...].
Dims SpatialOf(std::string_view call, const Tensor& x, size_t spatial) {
  RequirePresent(call, x);
  if (x.shape().size() != spatial + 2) {
    Fail(call, fmt::format("takes [N, C] and {} spatial axes, not {}", spatial, Describe(x)));
  }
  return {x.shape().begin() + 2, x.shape().end()};
}

void RequireEntries(std::string_view call, std::string_view name, const Dims& list, size_t count, int64_t lowest) {
  if (list.size() != count || std::any_of(list.begin(), list.end(), [&](int64_t entry) { return entry < lowest; })) {
    Fail(call, fmt::format("{} is {}, not {} numbers from {} on", name, ShapeText(list), count, lowest));
  }
}

// Returns the window's length along an axis, from its first element to behind its last.
int64_t Span(const PoolParams& params, size_t axis) { return (params.window[axis] - 1) * params.dilations[axis] + 1; }

// Pads by TensorFlow's SAME.
void PadToSame(const Dims& extents, PoolParams& params) {
  for (size_t i = 0; i < extents.size(); ++i) {
    const int64_t stride = params.strides[i];
    const int64_t outputs = (extents[i] + stride - 1) / stride;
    const int64_t total = std::max<int64_t>(0, (outputs - 1) * stride + Span(params, i) - extents[i]);
    params.pads_begin.push_back(total / 2);
    params.pads_end.push_back(total - total / 2);
  }
}

// Splits {begin, end} pairs.
void PadBy(const Dims& pads, PoolParams& params) {
  for (size_t i = 0; i < pads.size(); i += 2) {
    params.pads_begin.push_back(pads[i]);
    params.pads_end.push_back(pads[i + 1]);
  }
}

// Returns the elements by which the last window of a rounded-up extent reaches beyond the padding.
Dims CeilExtension(const Dims& extents, const PoolParams& params) {
  Dims extension;
  for (size_t i = 0; i < extents.size(); ++i) {
    const int64_t stride = params.strides[i], begin = params.pads_begin[i];
    const int64_t room = extents[i] + begin + params.pads_end[i] - Span(params, i);
    int64_t outputs = (std::max<int64_t>(room, 0) + stride - 1) / stride + 1;
    // A window must begin before the end padding.
    if ((outputs - 1) * stride >= extents[i] + begin) --outputs;
    extension.push_back(std::max<int64_t>(0, (outputs - 1) * stride - room));
  }
  return extension;
}

Tensor CaffePooling(const Tensor& x, const Dims& extents, PoolParams params, bool round_up) {
  const Dims extension = round_up ? CeilExtension(extents, params) : Dims(extents.size(), 0);
  Tensor source = x;
  if (params.mode == PoolMode::kAverage) {
    // The padding counts as zeros. The rest that a rounded-up extent reaches beyond the padding doesn't count.
    Dims before = {0, 0}, after = {0, 0};
    before.insert(before.end(), params.pads_begin.begin(), params.pads_begin.end());
    after.insert(after.end(), params.pads_end.begin(), params.pads_end.end());
    source = pad(x, before, after);
    params.pads_begin.assign(extents.size(), 0);
    params.pads_end.assign(extents.size(), 0);
  }
  for (size_t i = 0; i < extents.size(); ++i) params.pads_end[i] += extension[i];
  return pooling(source, params);
}

}  // namespace

Tensor pooling2d(const Tensor& tensor_in, const Dims& window, const Dims& stride, std::string_view pooling_mode,
                 std::string_view padding_mode, const Dims& pad, const Dims& dilation, int data_mode, int ceil_mode) {
  constexpr std::string_view kCall = "pooling2d";
  const Dims extents = SpatialOf(kCall, tensor_in, 2);
  RequireChoice(kCall, "pooling_mode", pooling_mode, {"MAX", "AVG", "GMP", "GAP"});
  PoolParams params;
  params.mode = pooling_mode == "MAX" || pooling_mode == "GMP" ? PoolMode::kMax : PoolMode::kAverage;
  if (pooling_mode == "GMP" || pooling_mode == "GAP") {
    params.window = extents;
    return pooling(tensor_in, params);
  }
  params.window = window;
  params.strides = stride;
  params.dilations = dilation.empty() ? Dims{1, 1} : dilation;
  RequireEntries(kCall, "window", params.window, 2, 1);
  RequireEntries(kCall, "stride", params.strides, 2, 1);
  RequireEntries(kCall, "dilation", params.dilations, 2, 1);
  if (data_mode != 0 && data_mode != 1) Fail(kCall, fmt::format("data_mode is {}, not 0 or 1", data_mode));
  if (ceil_mode != 0 && ceil_mode != 1) Fail(kCall, fmt::format("ceil_mode is {}, not 0 or 1", ceil_mode));
  if (data_mode == 0) {
    const Dims pads = pad.empty() ? Dims(4, 0) : pad;
    RequireEntries(kCall, "pad", pads, 4, 0);
    PadBy(pads, params);
    return CaffePooling(tensor_in, extents, std::move(params), ceil_mode == 0);
  }
  RequireChoice(kCall, "padding_mode", padding_mode, {"SAME", "VALID"});
  if (padding_mode == "SAME") PadToSame(extents, params);
  return pooling(tensor_in, params);
}

Tensor pooling3d(const Tensor& tensor_in, const Dims& window, const Dims& stride, std::string_view padding_mode,
                 const Dims& pads, std::string_view pooling_mode, const Dims& dilation) {
  constexpr std::string_view kCall = "pooling3d";
  const Dims extents = SpatialOf(kCall, tensor_in, 3);
  RequireChoice(kCall, "pooling_mode", pooling_mode, {"MAX", "AVG"});
  RequireChoice(kCall, "padding_mode", padding_mode, {"SAME", "VALID", "CALCULATED"});
  PoolParams params;
  params.mode = pooling_mode == "MAX" ? PoolMode::kMax : PoolMode::kAverage;
  params.window = window;
  params.strides = stride;
  params.dilations = dilation.empty() ? Dims{1, 1, 1} : dilation;
  RequireEntries(kCall, "window", params.window, 3, 1);
  RequireEntries(kCall, "stride", params.strides, 3, 1);
  RequireEntries(kCall, "dilation", params.dilations, 3, 1);
  if (padding_mode == "SAME") PadToSame(extents, params);
  if (padding_mode == "CALCULATED") {
    RequireEntries(kCall, "pads", pads, 6, 0);
    PadBy(pads, params);
  }
  return pooling(tensor_in, params);
}

}  // namespace tbe
