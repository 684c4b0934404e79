// What is written by operators that run as their D forms.
#pragma once

#include <string>
#include <vector>

#include "graph_core/ir/graph.h"

namespace opdk {

class PackageRegistry;

// The inputs whose variables the node writes as its D form and not as it is: an optimizer's slots. The node need not be
// filled from its prototype.
std::vector<std::string> WrittenAsDForm(const Node& node, const PackageRegistry& packages);

}  // namespace opdk
