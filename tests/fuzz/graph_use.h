// Uses that targets make of a graph that was read.
#pragma once

#include <memory>

#include "graph_core/ir/graph.h"
#include "graph_core/package/package_registry.h"

namespace opdk::fuzz {

// Returns the built-in package alone. From then on a graph's use of memory is bounded.
const std::shared_ptr<PackageRegistry>& TestPackages();
// Takes a graph through every stage on AI CPU, whose kernels need no compiler, and through AI Core's passes and plans.
void Use(const Graph& graph);

}  // namespace opdk::fuzz
