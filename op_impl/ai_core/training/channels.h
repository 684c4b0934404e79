// The axis of a tensor's channels.
#pragma once

#include <string>

#include "tbe/dsl.h"

namespace tbe {

// Returns all axes but the axis `channels`.
inline Dims AxesBeside(const Tensor& x, int64_t channels) {
  Dims axes;
  for (int64_t axis = 0; axis < x.rank(); ++axis) {
    if (axis != channels) axes.push_back(axis);
  }
  return axes;
}

inline bool ChannelsAreLast(const OpParams& op) {
  const std::string format = op.String("data_format");
  return format == "NHWC" || format == "NDHWC";
}

// Returns the channels' axis by data_format.
inline int64_t ChannelAxis(const OpParams& op, const Tensor& x) { return ChannelsAreLast(op) ? x.rank() - 1 : 1; }

}  // namespace tbe
