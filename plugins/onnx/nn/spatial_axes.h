// Windows over two and three spatial axes, which Ascend IR's convolutions and pools have.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {

// Returns the list of the spatial axes with 1 for N and C in front.
std::vector<int64_t> OfAllAxes(const std::vector<int64_t>& spatial);

// strides, dilations, pads and auto_pad of a node, as Ascend IR has them.
struct SpatialWindow {
  std::vector<int64_t> strides = {}, dilations = {};  // of all axes
  std::vector<int64_t> pads = {};                     // begin and end of each spatial axis side by side
  bool same_upper = false;                            // padded as the images ask for, not by pads
  bool dilated = false;
};

// Returns the node's window. Empty when the padding is SAME_LOWER, there are neither two nor three spatial axes, or an
// attribute is faulty.
std::optional<SpatialWindow> SpatialWindowOf(const UpgradeContext& context, size_t spatial);

// Returns the extents of the spatial axes of input `index`, which come behind two others. Empty where an extent isn't
// known.
std::optional<std::vector<int64_t>> KnownExtents(UpgradeContext& context, size_t index, size_t spatial);

// Returns "NCHW" for two spatial axes, "NCDHW" for three.
std::string ChannelsFirst(size_t spatial);

// ksize, strides, padding, pads and data_format of an ONNX pool, in the form of Ascend IR's pool with `spatial` axes.
struct SpatialPool {
  size_t spatial = 0;
  AttrMap attributes = {};
  bool ceil_mode = false;
};

// Returns the node's pool. Empty where Ascend IR's attributes can't express the pool: a pool without such a window, a
// dilated pool, or a pool of volumes with SAME_UPPER, because Ascend IR pads volumes by numbers alone.
std::optional<SpatialPool> SpatialPoolOf(const UpgradeContext& context);

}  // namespace opdk::onnx_plugin
