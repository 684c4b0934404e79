// The nodes that became a part of another one.
#pragma once

#include <string>
#include <vector>

#include "graph_core/ir/graph.h"

namespace opdk {

// Names of the nodes in the body of a fused one, and in the bodies of those; none of any other node.
std::vector<std::string> FusedNodes(const Node& node);

}  // namespace opdk
