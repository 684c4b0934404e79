// Boxes of images, and the image of each box.
#pragma once

#include <optional>
#include <string>

#include "op_proto/image/resized.h"

namespace ge {

// Returns the number of boxes; reports boxes and a box_index that are not [n, 4] and [n].
inline std::optional<int64_t> BoxCount(const Operator& op) {
  const opdk::Dims boxes = opdk::InputDims(op, "boxes"), index = opdk::InputDims(op, "box_index");
  const auto rows = opdk::MergeDims(boxes, {UNKNOWN_DIM, 4});
  const auto count = rows ? opdk::MergeDims(index, {(*rows)[0]}) : std::nullopt;
  if (count) return count->front();
  opdk::ReportInferError(
      op, "boxes " + opdk::ShapeText(boxes) + " and box_index " + opdk::ShapeText(index) + " are not [n,4] and [n]");
  return std::nullopt;
}

inline graphStatus CheckMethod(const Operator& op) {
  const std::string method = opdk::StringAttr(op, "method");
  if (method == "bilinear" || method == "nearest") return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "method '" + method + "' is neither bilinear nor nearest");
}

}  // namespace ge
