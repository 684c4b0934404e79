// Places of elements along an axis.
#pragma once

#include <limits>

#include "op_impl/ai_core/common/precision.h"

namespace tbe {

// Returns 0, 1 … along `axis` of the shape, as int32.
inline Tensor Places(const Dims& shape, int64_t axis) {
  Dims line(shape.size(), 1);
  const int64_t extent = shape[static_cast<size_t>(axis)];
  line[static_cast<size_t>(axis)] = extent;
  const Tensor places = compute({extent}, [](const std::vector<Expr>& i) { return cast(i[0], ge::DT_INT32); });
  return broadcast(reshape(places, line), shape);
}

// Returns the place of the first element in each row that equals `wanted` [.., 1, ..] or is NaN, which equals nothing.
// The axis keeps an extent of 1.
inline Tensor FirstPlace(const Tensor& x, const Tensor& wanted, int64_t axis) {
  Tensor hit = vcmp(x, wanted, "eq");
  if (IsFloat(x)) hit = vor(hit, visnan(x));
  return reduce_min(vsel(hit, Places(x.shape(), axis), std::numeric_limits<int32_t>::max()), {axis}, true);
}

// Checks that an int32 counts the places of each axis. For REGISTER_CHECK_SUPPORT.
inline std::string HasPlaces(const ge::Operator& op) {
  for (const int64_t extent : op.GetInputDesc(0).GetShape().GetDims()) {
    if (extent > std::numeric_limits<int32_t>::max()) return "an axis of x has more elements than an int32 counts";
  }
  return "";
}

}  // namespace tbe
