// Checks of a graph's structure for passes that go through a graph and its regions one by one.
#pragma once

#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk {

// Checks what Graph::Verify checks, but enters no region of a control node. A check of every region with all regions
// inside of it would take time in proportion to their depth.
Status VerifyOneLevel(const Graph& graph);

}  // namespace opdk
