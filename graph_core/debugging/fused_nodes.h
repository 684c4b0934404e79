// Names of fused nodes.
#pragma once

#include <string>
#include <vector>

#include "graph_core/ir/graph.h"

namespace opdk {

// Returns the names of the nodes in the body of a fused node, and in the bodies of those. Empty for any other node.
std::vector<std::string> FusedNodes(const Node& node);

}  // namespace opdk
