// The passes of partition, one per file of the same name.
#pragma once

#include "graph_core/ir/pass.h"

namespace opdk {

// Asks the engines, cheapest first, for each node. E2008.
Result<Changed> PlaceNodes(Graph& graph, const PassContext& context);

// Attribute (Int) that a PlaceHolder and its End share.
inline constexpr std::string_view kPeerIndex = "peer_index";

}  // namespace opdk
