// A node as mapping callbacks see it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "graph/operator.h"
#include "plugins/importer/source_node.h"
#include "plugins/importer/values.h"

namespace opdk::importer {

// Appends entries to a dynamic port of an operator made from a prototype.
void GrowDynamicInput(ge::Operator& op, const std::string& port, int count);
void GrowDynamicOutput(ge::Operator& op, const std::string& port, int count);

// Makes the operator `name` of the node's own type. Its inputs are x0, x1 … and its outputs y0, y1 …, absent optional
// inputs included. Every attribute is typed. Inputs and outputs have the types that `values` knows without inference.
ge::Operator MakeSourceOperator(const SourceNode& node, const std::string& name, const Values& values);

// Sets the graphs of an operator of control flow, by the names that its prototype has for them. Several graphs of one
// name are the graphs of a dynamic one, in order.
void SetSubgraphs(ge::Operator& op, const std::vector<std::pair<std::string, ge::Graph>>& graphs);

}  // namespace opdk::importer
