// Images whose channels are the last axis, for operators whose channels are the second.
#pragma once

#include <string>

#include "plugins/onnx/parser/mapping.h"

namespace opdk::onnx_plugin {

// Moves the channels of a value of `rank` axes, at least 2, from the last place to the second.
std::string AddChannelsSecond(UpgradeContext& context, const std::string& value, int rank);
// Moves them back.
std::string AddChannelsLast(UpgradeContext& context, const std::string& value, int rank);

// Returns the rank of input 0, whose channels are the last axis. E2001: the rank isn't known, or below 3.
Result<int> RankWithChannelsLast(UpgradeContext& context);

}  // namespace opdk::onnx_plugin
