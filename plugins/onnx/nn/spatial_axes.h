// Windows over two and three spatial axes, which Ascend IR's convolutions and pools have.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {

// A list of the spatial axes with 1 for N and C in front.
std::vector<int64_t> OfAllAxes(const std::vector<int64_t>& spatial);

// strides, dilations, pads and auto_pad of a node, as Ascend IR has them.
struct SpatialWindow {
  std::vector<int64_t> strides = {}, dilations = {};  // of all axes
  std::vector<int64_t> pads = {};                     // begin and end of each spatial axis side by side
  bool same_upper = false;                            // padded as the images ask for, not by pads
  bool dilated = false;
};

// Nothing for what is padded like SAME_LOWER, has other numbers of axes than two and three, or is faulty.
std::optional<SpatialWindow> SpatialWindowOf(const UpgradeContext& context, size_t spatial);

// The extents of the spatial axes of input `index`, which come behind two others; nothing where one isn't known.
std::optional<std::vector<int64_t>> KnownExtents(UpgradeContext& context, size_t index, size_t spatial);

// "NCHW" or "NCDHW".
std::string ChannelsFirst(size_t spatial);

// ksize, strides, padding, pads and data_format of an ONNX pool, as Ascend IR's pool has them of so many spatial axes.
struct SpatialPool {
  size_t spatial = 0;
  AttrMap attributes = {};
  bool ceil_mode = false;
};

// Nothing for a pool that Ascend IR's attributes don't say: one without such a window, dilated, or of volumes (which
// are padded by numbers alone) like SAME_UPPER.
std::optional<SpatialPool> SpatialPoolOf(const UpgradeContext& context);

}  // namespace opdk::onnx_plugin
