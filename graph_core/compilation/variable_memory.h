// Where what is read of a variable, and what becomes its value, needs no copy.
#pragma once

#include <span>

#include "graph_core/package/package_registry.h"
#include "graph_core/program/program.h"

namespace opdk {

// A read shares the variable's memory when all who use it have run before the next write; a new value is computed in it
// when nobody reads the old one any more and nothing can fail in between. Lifetimes must be known.
void ShareVariables(Function& function, std::span<Node* const> nodes, const PackageRegistry& packages);

}  // namespace opdk
