// Convolutions and pools of two and three spatial axes, which Ascend IR has.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {

// A list of the spatial axes with 1 for N and C in front.
std::vector<int64_t> OfAllAxes(const std::vector<int64_t>& spatial);
// ONNX's pads, the begins and then the ends, as begin and end of each axis.
std::vector<int64_t> BeginsBesideEnds(const std::vector<int64_t>& pads);

// ksize, strides, padding, pads and data_format of an ONNX pool, as Ascend IR's pool has them of so many spatial axes.
struct SpatialPool {
  size_t spatial = 0;
  AttrMap attributes = {};
  bool ceil_mode = false;
};

// Nothing for a pool that Ascend IR's attributes don't say: of other numbers of axes, dilated, padded like SAME_LOWER, of
// volumes (which are padded by numbers alone) like SAME_UPPER, or faulty.
std::optional<SpatialPool> SpatialPoolOf(const UpgradeContext& context);

}  // namespace opdk::onnx_plugin
