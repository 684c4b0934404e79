// Completes one node from its prototype.
#pragma once

#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk {

// Gives the node its ports in the declared order, with absent optional inputs and missing outputs, and the defaults of
// attributes. Returns whether that changed the node. E2005, E2009.
Result<bool> FillNode(Graph& graph, Node& node, const OpDesc& prototype);

}  // namespace opdk
