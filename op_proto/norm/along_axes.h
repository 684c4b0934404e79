// The rule of operators that keep a shape and work along some of its axes.
#pragma once

#include <string>

#include "opdk/infer.h"

namespace opdk {

// `output` is like `first`, of whose shape `second` (or nullptr) is too; the axes in attribute `axes` exist.
inline ge::graphStatus InferAlongAxes(ge::Operator& op, const char* first, const char* second, const char* axes,
                                      const char* output) {
  Dims x = InputDims(op, first);
  if (second != nullptr) {
    const Dims other = InputDims(op, second);
    const auto merged = MergeDims(x, other);
    if (!merged) {
      return ReportInferError(
          op, std::string(second) + " " + ShapeText(other) + " has not the shape of " + first + ", " + ShapeText(x));
    }
    x = *merged;
  }
  // A scalar is its own only element, along any axis.
  const std::vector<int64_t> listed = ListIntAttr(op, axes);
  if (!IsUnknownRank(x) && !x.empty() && !NormalizeAxes(listed, static_cast<int64_t>(x.size()))) {
    return ReportInferError(op, std::string(axes) + " " + ShapeText(listed) + " doesn't name each axis of " +
                                    ShapeText(x) + " at most once");
  }
  return SetOutput(op, output, x, InputType(op, first));
}

}  // namespace opdk
