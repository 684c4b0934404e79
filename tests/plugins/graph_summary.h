// What a parsed graph looks like, for tests to compare.
#pragma once

#include <string>

#include "graph_core/ir/graph.h"

namespace opdk {

// One line per node in topological order: "name = Type(producer, producer:1, _)".
std::string Summary(const Graph& graph);

}  // namespace opdk
