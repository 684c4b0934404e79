// The passes of partition, one per file of the same name.
#pragma once

#include "graph_core/ir/pass.h"

namespace opdk {

// Places a node on the cheapest engine that takes it. E2008 with the reason of each engine.
Status PlaceNode(Node& node, const PassContext& context);
// Places every node. E2008: see PlaceNode.
Result<Changed> PlaceNodes(Graph& graph, const PassContext& context);

// Moves nodes that compute the same values in every iteration out of a loop, in front of it. Only if the loop surely
// runs, or if the node can't fail.
Result<Changed> HoistInvariants(Graph& graph, const PassContext& context);

// Attribute (Int) that a PlaceHolder and its End share.
inline constexpr std::string_view kPeerIndex = "peer_index";

}  // namespace opdk
