// Batches of images, two spatial axes ("NHWC" or "NCHW"), and of volumes, three ("NDHWC" or "NCDHW"), in the order of
// attribute data_format.
#pragma once

#include <optional>
#include <string>

#include "opdk/infer.h"
#include "opdk/list_text.h"

namespace ge {

// Returns the first of `spatial` spatial axes, 1 or 2; reports a data_format that doesn't fit.
inline std::optional<size_t> FirstSpatialAxis(const Operator& op, size_t spatial = 2) {
  const std::string format = opdk::StringAttr(op, "data_format");
  const std::string axes = spatial == 2 ? "HW" : "DHW";
  if (format == "N" + axes + "C") return 1;
  if (format == "NC" + axes) return 2;
  opdk::ReportInferError(op, "data_format '" + format + "' is neither N" + axes + "C nor NC" + axes);
  return std::nullopt;
}

// Returns "four" or "five".
inline std::string AxesText(size_t spatial) { return spatial == 2 ? "four" : "five"; }

// Returns the numbers of the spatial axes in a list of all axes, called `name`. Reports a list with another number than
// 1 for N or C, or a number below 1.
inline std::optional<opdk::Dims> SpatialNumbers(const Operator& op, const char* name, const opdk::Dims& list,
                                                size_t first, size_t spatial = 2) {
  const size_t channels = first == 1 ? spatial + 1 : 1;
  bool fits = list.size() == spatial + 2 && list[0] == 1 && list[channels] == 1;
  for (size_t i = 0; fits && i < spatial; ++i) fits = list[first + i] > 0;
  if (fits) {
    const auto begin = list.begin() + static_cast<std::ptrdiff_t>(first);
    return opdk::Dims(begin, begin + static_cast<std::ptrdiff_t>(spatial));
  }
  opdk::ReportInferError(op, std::string(name) + " " + opdk::ListText(list) + " is not " + AxesText(spatial) +
                                 " numbers above 0 in the order of data_format, 1 for N and C");
  return std::nullopt;
}

// Returns the numbers of the spatial axes in an attribute.
inline std::optional<opdk::Dims> SpatialList(const Operator& op, const char* attr, size_t first, size_t spatial = 2) {
  return SpatialNumbers(op, attr, opdk::ListIntAttr(op, attr), first, spatial);
}

// Returns the shape that `sizes`, an input or the D form's attribute, holds, as precisely as it is known. Reports sizes
// that are no shape.
inline std::optional<opdk::Dims> SizesOf(const Operator& op, const char* sizes, size_t spatial = 2) {
  const opdk::Dims dims = opdk::InputDims(op, sizes);
  const auto known = opdk::ConstInts(op, sizes);
  if (known && (known->size() != spatial + 2 || !opdk::IsStatic(*known))) {
    opdk::ReportInferError(
        op, std::string(sizes) + " " + opdk::ListText(*known) + " is not " + AxesText(spatial) + " numbers from 0 on");
    return std::nullopt;
  }
  if (!opdk::MergeDims({static_cast<int64_t>(spatial) + 2}, dims)) {
    opdk::ReportInferError(
        op, std::string(sizes) + " " + opdk::ShapeText(dims) + " is not a list of " + AxesText(spatial) + " numbers");
    return std::nullopt;
  }
  return known ? *known : opdk::Dims(spatial + 2, -1);
}

// Returns the shape in `sizes`; unknown extents of N and C are those of `like`.
inline std::optional<opdk::Dims> ImageShape(const Operator& op, const char* sizes, const char* like,
                                            size_t spatial = 2) {
  auto shape = SizesOf(op, sizes, spatial);
  const opdk::Dims dims = opdk::InputDims(op, like);
  const auto first = FirstSpatialAxis(op, spatial);
  if (!shape || !first) return std::nullopt;
  if (opdk::IsUnknownRank(dims) || dims.size() != spatial + 2) return shape;
  for (const size_t axis : {size_t{0}, *first == 1 ? spatial + 1 : size_t{1}}) {
    if ((*shape)[axis] < 0) (*shape)[axis] = dims[axis];
  }
  return shape;
}

}  // namespace ge
