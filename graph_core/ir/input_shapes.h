// The shapes of a graph's inputs.
#pragma once

#include <cstdint>
#include <vector>

#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk {

// Whether some input's shape isn't wholly known.
bool HasUnknownInput(const Graph& graph);

// Gives the Data nodes, in their order, these shapes. E1003: there are more or fewer of them. E1004, located "node X (Data)":
// one is none that the node's shape allows.
Status SetInputShapes(Graph& graph, const std::vector<std::vector<int64_t>>& shapes);

}  // namespace opdk
