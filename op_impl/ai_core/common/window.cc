#include "op_impl/ai_core/common/window.h"

#include <algorithm>

namespace tbe {

Window WindowOf(const OpParams& op, const Tensor& x, const Dims& kernel) {
  const size_t axes = kernel.size();
  Window window{kernel, ListOr(op, "strides", axes, 1), ListOr(op, "dilations", axes, 1), Dims(axes, 0), Dims(axes, 0),
                false};
  const std::string auto_pad = op.String("auto_pad");
  const Dims pads = auto_pad == "NOTSET" ? ListOr(op, "pads", 2 * axes, 0) : Dims(2 * axes, 0);
  const Dims& y = op.OutputShape("y");
  for (size_t i = 0; i < axes; ++i) {
    const int64_t span = (kernel[i] - 1) * window.dilations[i] + 1;
    // Extent of the windows beyond x, before and after x together.
    const int64_t beyond = (y[i + 2] - 1) * window.strides[i] + span - x.shape()[i + 2];
    window.pads_begin[i] = pads[i];
    if (auto_pad == "SAME_UPPER") window.pads_begin[i] = std::max<int64_t>(beyond, 0) / 2;
    if (auto_pad == "SAME_LOWER") window.pads_begin[i] = (std::max<int64_t>(beyond, 0) + 1) / 2;
    window.pads_end[i] = std::max<int64_t>(beyond - window.pads_begin[i], 0);
    window.rounded_up = window.rounded_up || (auto_pad == "NOTSET" && window.pads_end[i] > pads[i + axes]);
  }
  return window;
}

PoolParams PoolOf(const Window& window, PoolMode mode) {
  PoolParams params;
  params.mode = mode;
  params.window = window.kernel;
  params.strides = window.strides;
  params.dilations = window.dilations;
  params.pads_begin = window.pads_begin;
  params.pads_end = window.pads_end;
  return params;
}

Tensor MeanOfWindows(Tensor x, const Window& window, bool include_pad, const Dims& declared_ends) {
  PoolParams params = PoolOf(window, include_pad ? PoolMode::kAverageIncludePad : PoolMode::kAverage);
  if (!include_pad || !window.rounded_up) return pooling(x, params);
  // The declared padding counts, so it becomes part of the tensor. The padding that ceil_mode adds behind it doesn't
  // count.
  Dims before = {0, 0}, after = {0, 0};
  for (size_t i = 0; i < window.kernel.size(); ++i) {
    before.push_back(window.pads_begin[i]);
    after.push_back(std::min(window.pads_end[i], declared_ends[i]));
    params.pads_begin[i] = 0;
    params.pads_end[i] -= after.back();
  }
  params.mode = PoolMode::kAverage;
  return pooling(pad(x, before, after, 0), params);
}

std::string CheckSpatialRank(const ge::Operator& op) {
  const size_t rank = op.GetInputDesc(0).GetShape().GetDimNum();
  if (rank >= 3 && rank <= 5) return "";
  return "x has rank " + std::to_string(rank) + "; this kernel takes one to three spatial axes (rank 3 to 5)";
}

Dims ListOr(const OpParams& op, const char* attr, size_t length, int64_t value) {
  Dims list = op.HasAttr(attr) ? op.ListInt(attr) : Dims();
  return list.empty() ? Dims(length, value) : list;
}

}  // namespace tbe
