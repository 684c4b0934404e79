// From the core's graph to the authoring graph (ge::Graph): the inverse of FromOperators.
#pragma once

#include "graph/graph.h"
#include "graph_core/ir/graph.h"

namespace opdk {

// Operators with the nodes' data and links; the NetOutput becomes the graph's outputs and its attribute
// "output_names". E2004: a cycle; E2005: no NetOutput, or a fused node, which has no operator form.
Result<ge::Graph> ToOperators(const Graph& graph);

}  // namespace opdk
