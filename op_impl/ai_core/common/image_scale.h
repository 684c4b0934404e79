// The place in x of an element of a resized batch of images (NHWC), in TensorFlow's roundings, and the interpolation.
#pragma once

#include <string>

#include "opdk/infer.h"
#include "tbe/dsl.h"

namespace tbe {

// Refuses NCHW images, because the expressions are for NHWC. Images without a format are NHWC, too.
inline std::string RefuseNchwX(const ge::Operator& op) {
  return op.GetInputDescByName("x").GetFormat() == ge::FORMAT_NCHW ? "the images are NCHW" : "";
}

inline float ImageScaleOf(const OpParams& op, int64_t from, int64_t to) {
  const bool align = op.HasAttr("align_corners") && op.Bool("align_corners") && to > 1;
  return align ? static_cast<float>(from - 1) / static_cast<float>(to - 1)
               : static_cast<float>(from) / static_cast<float>(to);
}

// Returns the place of element i along an axis whose scale is `scale`. `centre` is added to i first: the distance to a
// pixel's centre.
inline Expr ScaledPlace(const Expr& i, double centre, float scale) {
  const Expr at_i = cast(i, ge::DT_FLOAT);
  const Expr factor = at(Param(static_cast<double>(scale), ge::DT_FLOAT));
  return centre == 0 ? at_i * factor : (at_i + centre) * factor;
}

inline Expr Inside(const Expr& place, const Tensor& x, int64_t axis) { return max(min(place, extent(x, axis) - 1), 0); }

// Interpolates between two elements. A share of 0 doesn't read `high`, because a number that isn't finite must not
// spread.
inline Expr Mixed(const Expr& low, const Expr& high, const Expr& share) {
  return select(share == 0, low, low * (1 - share) + high * share);
}

}  // namespace tbe
