// Inputs that an operator writes because it runs as its D form.
#pragma once

#include <string>
#include <vector>

#include "graph_core/ir/graph.h"

namespace opdk {

class PackageRegistry;

// Returns the inputs whose variables the node's D form writes and the node itself doesn't, such as an optimizer's
// slots. The node need not be filled from its prototype.
std::vector<std::string> WrittenAsDForm(const Node& node, const PackageRegistry& packages);

}  // namespace opdk
