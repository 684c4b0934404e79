// Helpers for running reductions.
#pragma once

#include "opdk/infer.h"

namespace ge {

// Gives y the shape and dtype of x. Checks that axis has one element, which names an axis of x if it is known.
inline graphStatus InferCumulative(Operator& op) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  const opdk::Dims shape = opdk::InputDims(op, "axis");
  if (opdk::IsStatic(shape) && opdk::ExtentProduct(shape) != 1) {
    return opdk::ReportInferError(op, "axis has shape " + opdk::ShapeText(shape) + ", it must have one element");
  }
  const auto axis = opdk::ConstInt(op, "axis");
  if (axis && !opdk::IsUnknownRank(x) && !opdk::CheckedAxis(op, "axis", *axis, x)) return GRAPH_FAILED;
  return opdk::InferLike(op, "x", "y");
}

}  // namespace ge
