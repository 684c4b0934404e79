// The shape of a parsed graph as text, for tests to compare.
#pragma once

#include <string>

#include "graph_core/ir/graph.h"

namespace opdk {

// Returns one line per node in topological order: "name = Type(producer, producer:1, _)".
std::string Summary(const Graph& graph);

}  // namespace opdk
