// Reads and writes of variables that need no copy.
#pragma once

#include <span>

#include "graph_core/package/package_registry.h"
#include "graph_core/program/program.h"

namespace opdk {

// Lets a read share the variable's memory if all its users have run before the next write. Lets a new value be computed
// in the variable's memory if no step reads the old value any more and nothing can fail in between. Lifetimes must be
// known.
void ShareVariables(Function& function, std::span<Node* const> nodes, const PackageRegistry& packages);

}  // namespace opdk
