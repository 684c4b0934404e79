#include "op_proto/array/slice.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "opdk/infer.h"

namespace ge {

using opdk::CheckedAxis;
using opdk::ConstInts;
using opdk::Dims;
using opdk::HasInput;
using opdk::IsUnknownRank;
using opdk::ReportInferError;
using opdk::SetOutput;
using opdk::ShapeText;

namespace {

// Elements that numpy's start:end:step selects from an axis of that extent.
int64_t SlicedExtent(int64_t extent, int64_t start, int64_t end, int64_t step) {
  const int64_t low = step > 0 ? 0 : -1;
  const int64_t high = step > 0 ? extent : extent - 1;
  // Negative numbers count from the end; far out-of-range ones must not overflow when that is added.
  auto clamp = [&](int64_t index) {
    return std::clamp(index < 0 ? (index < -extent ? low : index + extent) : index, low, high);
  };
  const int64_t from = clamp(start);
  const int64_t to = clamp(end);
  const int64_t span = step > 0 ? to - from : from - to;
  if (span <= 0) return 0;
  const int64_t stride =
      step > 0 ? step : (step == std::numeric_limits<int64_t>::min() ? std::numeric_limits<int64_t>::max() : -step);
  return (span - 1) / stride + 1;
}

}  // namespace

IMPLEMT_INFERFUNC(Slice, SliceInfer) {
  const TensorDesc x = op.get_input_desc_x();
  Dims y = x.GetShape().GetDims();
  if (IsUnknownRank(y)) return SetOutput(op, "y", opdk::kUnknownRank, x.GetDataType());
  const auto const_starts = ConstInts(op, "starts");
  const auto const_ends = ConstInts(op, "ends");
  const auto const_axes = ConstInts(op, "axes");
  const auto const_steps = ConstInts(op, "steps");
  const bool bounds_known = const_starts && const_ends;
  const bool axes_given = HasInput(op, "axes");
  const bool steps_given = HasInput(op, "steps");
  const bool axes_known = !axes_given || const_axes;
  const bool steps_known = !steps_given || const_steps;
  if (!axes_known || (!bounds_known && !axes_given)) {
    // No axis may stand twice, so that there is one bound an axis at most, whatever the values are.
    const Dims count = op.get_input_desc_starts().GetShape().GetDims();
    if (count.size() == 1 && count[0] > static_cast<int64_t>(y.size())) {
      return ReportInferError(
          op, "starts has " + std::to_string(count[0]) + " entries, more than x " + ShapeText(y) + " has axes");
    }
    return SetOutput(op, "y", Dims(y.size(), UNKNOWN_DIM), x.GetDataType());
  }
  const Dims starts = const_starts.value_or(Dims());
  const Dims ends = const_ends.value_or(Dims());
  Dims axes = const_axes.value_or(Dims());
  Dims steps = const_steps.value_or(Dims());
  if (!axes_given) {
    axes.resize(starts.size());
    std::iota(axes.begin(), axes.end(), int64_t{0});
  }
  if (bounds_known && (starts.size() != ends.size() || starts.size() != axes.size())) {
    return ReportInferError(op, "starts " + ShapeText(starts) + ", ends " + ShapeText(ends) + " and axes " +
                                    ShapeText(axes) + " differ in length");
  }
  if (!steps_given) steps.assign(axes.size(), 1);
  if (steps_known && steps.size() != axes.size())
    return ReportInferError(op, "steps " + ShapeText(steps) + " and axes " + ShapeText(axes) + " differ in length");
  for (size_t i = 0; i < axes.size(); ++i) {
    const auto axis = CheckedAxis(op, "axes", axes[i], y);
    if (!axis) return GRAPH_FAILED;
    int64_t& extent = y[static_cast<size_t>(*axis)];
    if (steps_known && steps[i] == 0) return ReportInferError(op, "step 0 in axis " + std::to_string(*axis));
    extent =
        !bounds_known || !steps_known || extent < 0 ? UNKNOWN_DIM : SlicedExtent(extent, starts[i], ends[i], steps[i]);
  }
  if (!opdk::NormalizeAxes(axes, static_cast<int64_t>(y.size()))) {
    return ReportInferError(op, "axes " + ShapeText(axes) + " names an axis twice");
  }
  return SetOutput(op, "y", y, x.GetDataType());
}
INFER_FUNC_REG(Slice, SliceInfer);

}  // namespace ge
