// The passes of partition, one per file of the same name.
#pragma once

#include "graph_core/ir/pass.h"

namespace opdk {

// Asks the engines, cheapest first. E2008 with the reason of each.
Status PlaceNode(Node& node, const PassContext& context);
// For each node. E2008.
Result<Changed> PlaceNodes(Graph& graph, const PassContext& context);

// What a loop computes anew in each iteration and always alike is computed once, before it: where the loop surely runs,
// or where it can't fail.
Result<Changed> HoistInvariants(Graph& graph, const PassContext& context);

// Attribute (Int) that a PlaceHolder and its End share.
inline constexpr std::string_view kPeerIndex = "peer_index";

}  // namespace opdk
