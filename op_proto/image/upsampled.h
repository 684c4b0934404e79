// Tensors [N, C, spatial...] whose spatial axes are resized to attribute output_size or by attribute scales.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "opdk/infer.h"
#include "opdk/list_text.h"

namespace ge {

// Returns the upsampled shape of a tensor of shape x, whose rank is known; reports attributes that don't fit.
// `may_have_both`: output_size wins when scales are given too.
inline std::optional<opdk::Dims> UpsampledDims(const Operator& op, opdk::Dims x, bool may_have_both) {
  const opdk::Dims size = opdk::ListIntAttr(op, "output_size");
  std::vector<float> scales;
  (void)op.GetAttr("scales", scales);
  const size_t axes = x.size() - 2;
  const auto refuse = [&](const std::string& why) -> std::optional<opdk::Dims> {
    opdk::ReportInferError(op, why);
    return std::nullopt;
  };
  if (size.empty() && scales.empty()) return refuse("neither output_size nor scales are given");
  if (!size.empty() && !scales.empty() && !may_have_both) return refuse("both output_size and scales are given");
  if (!size.empty() && size.size() != axes) {
    return refuse("output_size " + opdk::ListText(size) + " has not " + std::to_string(axes) + " extents");
  }
  if (!scales.empty() && scales.size() != axes) return refuse("there isn't one scale for each spatial axis");
  for (float scale : scales) {
    if (!(scale > 0) || std::isinf(scale)) return refuse("a scale is not a positive number");
  }
  for (size_t i = 0; i < axes; ++i) {
    int64_t& extent = x[i + 2];
    if (extent == 0) return refuse("x " + opdk::ShapeText(x) + " has no elements to make others of");
    const double scaled = size.empty() ? std::floor(static_cast<double>(extent) * static_cast<double>(scales[i])) : 0;
    if (scaled > 2147483648.0) return refuse("an extent of the output exceeds 2^31");
    if (!size.empty())
      extent = size[i];
    else if (extent > 0)
      extent = static_cast<int64_t>(scaled);
    if (extent == 0 || extent < UNKNOWN_DIM || (extent < 0 && !size.empty())) {
      return refuse("extent " + std::to_string(extent) + " of the output is less than 1");
    }
  }
  return x;
}

inline graphStatus InferUpsampled(Operator& op, size_t rank, bool may_have_both) {
  opdk::Dims x = opdk::InputDims(op, "x");
  if (opdk::IsUnknownRank(x)) x = opdk::Dims(rank, UNKNOWN_DIM);
  if (x.size() != rank) {
    return opdk::ReportInferError(op, "x " + opdk::ShapeText(x) + " must have rank " + std::to_string(rank));
  }
  const auto y = UpsampledDims(op, x, may_have_both);
  return y ? opdk::SetOutput(op, "y", *y, opdk::InputType(op, "x")) : GRAPH_FAILED;
}

inline graphStatus InferUpsampleGradient(Operator& op, size_t rank, bool may_have_both) {
  const opdk::Dims size = opdk::ListIntAttr(op, "input_size"), grad = opdk::InputDims(op, "grad_output");
  if (size.size() != rank || !opdk::IsStatic(size)) {
    return opdk::ReportInferError(
        op, "input_size " + opdk::ListText(size) + " is not " + std::to_string(rank) + " extents");
  }
  const auto upsampled = UpsampledDims(op, size, may_have_both);
  if (!upsampled) return GRAPH_FAILED;
  if (!opdk::IsUnknownRank(grad) && !opdk::MergeDims(grad, *upsampled)) {
    return opdk::ReportInferError(op, "grad_output " + opdk::ShapeText(grad) + " must have the shape " +
                                          opdk::ShapeText(*upsampled) + " of what is upsampled");
  }
  return opdk::SetOutput(op, "y", size, opdk::InputType(op, "grad_output"));
}

}  // namespace ge
