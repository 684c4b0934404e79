// A node as mapping callbacks see it.
#pragma once

#include <string>

#include "graph/graph.h"
#include "graph/operator.h"
#include "plugins/importer/source_node.h"
#include "plugins/importer/values.h"

namespace opdk::importer {

// Appends entries to a dynamic port of an operator made from a prototype.
void GrowDynamicInput(ge::Operator& op, const std::string& port, int count);
void GrowDynamicOutput(ge::Operator& op, const std::string& port, int count);

// The operator `name` of the node's own type: inputs x0, x1 … and outputs y0, y1 … (absent optional inputs included),
// and every attribute typed. Inputs and outputs have the types that `values` knows without asking anybody.
ge::Operator MakeSourceOperator(const SourceNode& node, const std::string& name, const Values& values);

// Gives an operator of control flow one of its graphs.
void SetSubgraph(ge::Operator& op, const std::string& name, const ge::Graph& graph);

}  // namespace opdk::importer
