#include "op_proto/nn/image_convolution.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "op_proto/nn/convolution.h"
#include "opdk/list_text.h"

namespace ge {

using opdk::Dims;
using opdk::ListText;
using opdk::ReportInferError;
using opdk::ShapeText;

namespace {

Dims InOrder(size_t rank) {
  Dims axes(rank);
  std::iota(axes.begin(), axes.end(), 0);
  return axes;
}

Dims Reordered(const Dims& dims, const Dims& order) {
  Dims reordered;
  for (const int64_t axis : order) reordered.push_back(dims[static_cast<size_t>(axis)]);
  return reordered;
}

// Returns `dims`, with unknown extents for an unknown rank; reports another number of axes.
std::optional<Dims> OfRank(const Operator& op, const char* name, const Dims& dims, size_t spatial) {
  if (opdk::IsUnknownRank(dims)) return Dims(spatial + 2, -1);
  if (dims.size() == spatial + 2) return dims;
  ReportInferError(op, std::string(name) + " " + ShapeText(dims) + " has not " + AxesText(spatial) + " axes");
  return std::nullopt;
}

// Returns `strides` that has numbers for the spatial axes alone.
std::optional<Dims> SpatialStrides(const Operator& op, size_t spatial) {
  const Dims strides = opdk::ListIntAttr(op, "strides");
  if (strides.size() == spatial && std::all_of(strides.begin(), strides.end(), [](int64_t n) { return n > 0; })) {
    return strides;
  }
  ReportInferError(op, "strides " + ListText(strides) + " is not " + std::to_string(spatial) + " numbers above 0");
  return std::nullopt;
}

bool ReadConvolution(const Operator& op, const ConvolutionLayout& layout, WindowAttrs& attrs) {
  const size_t first = layout.channels_last ? 1 : 2;
  const auto strides =
      layout.spatial_strides ? SpatialStrides(op, layout.spatial) : SpatialList(op, "strides", first, layout.spatial);
  const auto dilations = SpatialList(op, "dilations", first, layout.spatial);
  if (!strides || !dilations) return false;
  attrs.strides = *strides;
  attrs.dilations = *dilations;
  const Dims pads = opdk::ListIntAttr(op, "pads");
  if (pads.size() == 2 * layout.spatial && IsSame(pads)) {
    attrs.auto_pad = "SAME_UPPER";
    return true;
  }
  if (pads.size() != 2 * layout.spatial || std::any_of(pads.begin(), pads.end(), [](int64_t pad) { return pad < 0; })) {
    (void)ReportInferError(op, "pads " + ListText(pads) + " are not " + (layout.spatial == 2 ? "four" : "six") +
                                   " numbers from 0 on, or all -1 for SAME");
    return false;
  }
  for (size_t end = 0; end < 2; ++end) {
    for (size_t i = 0; i < layout.spatial; ++i) attrs.pads.push_back(pads[2 * i + end]);
  }
  return true;
}

}  // namespace

bool IsSame(const Dims& pads) {
  return !pads.empty() && std::all_of(pads.begin(), pads.end(), [](int64_t pad) { return pad == -1; });
}

Dims ConvolutionLayout::FromImages() const {
  Dims axes = InOrder(spatial + 2);
  if (channels_last) std::rotate(axes.begin() + 1, axes.end() - 1, axes.end());
  return axes;
}

Dims ConvolutionLayout::ToImages() const {
  Dims axes = InOrder(spatial + 2);
  if (channels_last) std::rotate(axes.begin() + 1, axes.begin() + 2, axes.end());
  return axes;
}

Dims ConvolutionLayout::PlainFilter(const Dims& filter, int64_t* groups) const {
  Dims plain = filter;
  if (channels_last) {
    plain = {filter.back(), filter[spatial]};
    plain.insert(plain.end(), filter.begin(), filter.begin() + static_cast<std::ptrdiff_t>(spatial));
  }
  if (!depthwise) return plain;
  // In a depthwise filter the first axis is now the multiplier, the second the channels.
  *groups = plain[1];
  plain[0] = plain[0] < 0 || plain[1] < 0 ? -1 : plain[0] * plain[1];
  plain[1] = 1;
  return plain;
}

std::optional<ConvolutionLayout> LayoutOf(const Operator& op, size_t spatial, bool depthwise) {
  const auto first = FirstSpatialAxis(op, spatial);
  if (!first) return std::nullopt;
  return ConvolutionLayout{spatial, *first == 1, depthwise};
}

std::optional<Dims> ConvolvedShape(const Operator& op, const ConvolutionLayout& layout, const Dims& x_dims,
                                   const Dims& filter_dims) {
  const auto x_given = OfRank(op, "the input", x_dims, layout.spatial);
  const auto filter_given = OfRank(op, "the filter", filter_dims, layout.spatial);
  WindowAttrs attrs;
  if (!x_given || !filter_given || !ReadConvolution(op, layout, attrs)) return std::nullopt;
  int64_t groups = layout.depthwise ? -1 : opdk::IntAttr(op, "groups");
  const Dims x = Reordered(*x_given, layout.FromImages()), filter = layout.PlainFilter(*filter_given, &groups);
  if (groups >= 0 || !layout.depthwise) {
    const std::string problem = CheckFilter(x, filter, groups);
    if (!problem.empty()) {
      ReportInferError(op, problem);
      return std::nullopt;
    }
  }
  attrs.kernel.assign(filter.begin() + 2, filter.end());
  Dims spatial;
  if (!WindowOutput(op, attrs, Dims(x.begin() + 2, x.end()), spatial)) return std::nullopt;
  Dims convolved = {x[0], filter[0]};
  convolved.insert(convolved.end(), spatial.begin(), spatial.end());
  return Reordered(convolved, layout.ToImages());
}

}  // namespace ge
