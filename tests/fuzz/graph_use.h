// Uses that targets make of a graph that was read.
#pragma once

#include <memory>

#include "graph_core/ir/graph.h"
#include "graph_core/package/package_registry.h"

namespace opdk::fuzz {

// Returns the built-in package alone. From then on a graph's use of memory is bounded.
const std::shared_ptr<PackageRegistry>& TestPackages();
// Verifies a graph, fills in what its prototypes say and infers its shapes. Nothing is compiled, so that an input takes
// little time.
void Infer(Graph graph);
// Takes a graph through every stage on AI CPU, whose kernels need no compiler, and through AI Core's passes and plans.
// Runs it.
void Use(const Graph& graph);

}  // namespace opdk::fuzz
