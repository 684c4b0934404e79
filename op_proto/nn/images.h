// Batches of images in the order of data_format, "NHWC" or "NCHW".
#pragma once

#include <optional>
#include <string>

#include "opdk/infer.h"

namespace ge {

// 1 or 2; nothing for a format that is none.
inline std::optional<size_t> FirstSpatialAxis(const Operator& op) {
  const std::string format = opdk::StringAttr(op, "data_format");
  if (format == "NHWC") return 1;
  if (format == "NCHW") return 2;
  opdk::ReportInferError(op, "data_format '" + format + "' is neither NHWC nor NCHW");
  return std::nullopt;
}

// The numbers of the two spatial axes in a list of all four; reports one that does more, or less than 1.
inline std::optional<opdk::Dims> SpatialList(const Operator& op, const char* attr, size_t first) {
  const opdk::Dims list = opdk::ListIntAttr(op, attr);
  const size_t channels = first == 1 ? 3 : 1;
  if (list.size() == 4 && list[0] == 1 && list[channels] == 1 && list[first] > 0 && list[first + 1] > 0) {
    return opdk::Dims{list[first], list[first + 1]};
  }
  opdk::ReportInferError(op, std::string(attr) + " " + opdk::ShapeText(list) +
                                 " is not four numbers above 0 in the order of data_format, 1 for N and C");
  return std::nullopt;
}

// The shape [4] that input `sizes` holds, as precisely as it is known; reports sizes that are none.
inline std::optional<opdk::Dims> FourSizes(const Operator& op, const char* sizes) {
  const opdk::Dims dims = opdk::InputDims(op, sizes);
  if (!opdk::MergeDims({4}, dims)) {
    opdk::ReportInferError(op, std::string(sizes) + " " + opdk::ShapeText(dims) + " is not a list of four numbers");
    return std::nullopt;
  }
  const auto known = opdk::ConstInts(op, sizes);
  if (!known) return opdk::Dims(4, -1);
  if (opdk::IsStatic(*known)) return *known;
  opdk::ReportInferError(op, std::string(sizes) + " " + opdk::ShapeText(*known) + " has an entry below 0");
  return std::nullopt;
}

// The same; where the sizes aren't known N and C are those of `like`.
inline std::optional<opdk::Dims> ImageShape(const Operator& op, const char* sizes, const char* like) {
  auto shape = FourSizes(op, sizes);
  const opdk::Dims dims = opdk::InputDims(op, like);
  const auto first = FirstSpatialAxis(op);
  if (!shape || !first) return std::nullopt;
  if (opdk::IsUnknownRank(dims) || dims.size() != 4) return shape;
  for (const size_t axis : {size_t{0}, *first == 1 ? size_t{3} : size_t{1}}) {
    if ((*shape)[axis] < 0) (*shape)[axis] = dims[axis];
  }
  return shape;
}

}  // namespace ge
