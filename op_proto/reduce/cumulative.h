// Helpers for running reductions.
#pragma once

#include "opdk/infer.h"
#include "opdk/one_number.h"

namespace ge {

// Gives y the shape and dtype of x. Checks that axis has one element, which names an axis of x if it is known.
inline graphStatus InferCumulative(Operator& op) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  if (opdk::CheckOneNumber(op, {"axis"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  const auto axis = opdk::ConstInt(op, "axis");
  if (axis && !opdk::IsUnknownRank(x) && !opdk::CheckedAxis(op, "axis", *axis, x)) return GRAPH_FAILED;
  return opdk::InferLike(op, "x", "y");
}

}  // namespace ge
