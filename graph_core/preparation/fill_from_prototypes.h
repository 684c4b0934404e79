// One node completed from its prototype.
#pragma once

#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk {

// Gives the node the ports in their declared order, absent optional ones and missing outputs among them, and the
// defaults of attributes. Whether that changed it. E2005, E2009.
Result<bool> FillNode(Graph& graph, Node& node, const OpDesc& prototype);

}  // namespace opdk
