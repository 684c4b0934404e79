// Which axis of a tensor its channels are, and how many there are.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>

#include "opdk/infer.h"

namespace ge {

// Channels of x along `axis`, -1 when not known; reports an x of too few axes and `channels` that are not [C].
inline std::optional<int64_t> ChannelsOf(const Operator& op, const char* x_port, int64_t axis,
                                         std::initializer_list<const char*> channels) {
  const opdk::Dims x = opdk::InputDims(op, x_port);
  int64_t extent = -1;
  if (!opdk::IsUnknownRank(x)) {
    if (x.size() < 2) {
      opdk::ReportInferError(op, std::string(x_port) + " " + opdk::ShapeText(x) + " has no axis of channels");
      return std::nullopt;
    }
    extent = x[axis < 0 ? x.size() - 1 : static_cast<size_t>(axis)];
  }
  for (const char* port : channels) {
    const opdk::Dims dims = opdk::InputDims(op, port);
    const auto merged = opdk::MergeDims({extent}, dims);
    if (!merged) {
      opdk::ReportInferError(op, std::string(port) + " " + opdk::ShapeText(dims) +
                                     " has not one number for each of the " +
                                     (extent < 0 ? "" : std::to_string(extent) + " ") + "channels of " + x_port);
      return std::nullopt;
    }
    extent = (*merged)[0];
  }
  return extent;
}

// Returns the axis of the channels, -1 or 1; reports an unknown data_format.
inline std::optional<int64_t> ChannelAxis(const Operator& op) {
  const std::string format = opdk::StringAttr(op, "data_format");
  if (format == "NHWC" || format == "NDHWC") return -1;
  if (format == "NCHW" || format == "NCDHW") return 1;
  opdk::ReportInferError(op, "data_format '" + format + "' is none of NHWC, NCHW, NDHWC, NCDHW");
  return std::nullopt;
}

}  // namespace ge
