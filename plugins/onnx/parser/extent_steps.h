// Extents, and numbers that follow from them, as values of a graph: for upgrades whose inputs' shapes only a run tells.
#pragma once

#include <cstdint>
#include <string>

#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

// Adds the extent of an axis, a scalar of int64.
std::string AddScalarExtent(UpgradeContext& context, const std::string& value, int64_t axis);

// Adds the list 0, 1, … of `count` numbers, int64. `count` is a scalar of int64.
std::string AddPlaces(UpgradeContext& context, const std::string& count);

// Adds all axes, 0 to rank - 1: a constant where the rank is known.
std::string AddAllAxes(UpgradeContext& context, const std::string& value);

}  // namespace opdk::onnx_plugin
