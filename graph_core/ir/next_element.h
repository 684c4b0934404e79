// GetNext: the operator by which a graph takes an input by itself, the next element of a channel that the program fills
// (opdk/data_channel.h). The graph core runs it.
#pragma once

#include <string_view>

#include "graph_core/ir/graph.h"

namespace opdk {

inline constexpr std::string_view kGetNext = "GetNext";
// Its attribute (String) that names the channel.
inline constexpr std::string_view kChannelName = "channel_name";

inline bool TakesNext(const Node& node) { return node.Is(kGetNext); }

}  // namespace opdk
