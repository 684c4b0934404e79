// What targets do with a graph that was read.
#pragma once

#include <memory>

#include "graph_core/ir/graph.h"
#include "graph_core/package/package_registry.h"

namespace opdk::fuzz {

// The built-in package alone; what a graph may take of memory is bounded from then on.
const std::shared_ptr<PackageRegistry>& TestPackages();
// Through every stage on AI CPU, whose kernels need no compiler, and through AI Core's passes and plans.
void Use(const Graph& graph);

}  // namespace opdk::fuzz
