// Between the authoring graph (ge::Graph: operators that hold links) and the core's graph.
#pragma once

#include "graph/graph.h"
#include "graph_core/ir/graph.h"

namespace opdk {

// Collects the operators reachable from the graph's outputs, targets and inputs; makes Data nodes' indices and one
// NetOutput (names from graph attribute "output_names", else "<node>:<port>"). The ge::Graph is not changed.
// E2005: an operator of the graph that isn't linked where it must be, two operators with one name, no outputs.
Result<Graph> FromOperators(const ge::Graph& graph);
// Moves the data out of the operators; handles to them are of no use any more.
Result<Graph> FromOperators(ge::Graph&& graph);

}  // namespace opdk
