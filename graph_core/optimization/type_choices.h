// The data types that a node could compute in.
#pragma once

#include <optional>
#include <vector>

#include "graph_core/ir/pass.h"

namespace opdk {

// Types of a node's ports: its present types, or another column of the operator information that the chosen engine
// takes. Types that the prototype determines fit, too.
struct NodeTypes {
  std::vector<ge::DataType> inputs;
  std::vector<ge::DataType> outputs;
};

// Returns whether an output is the memory of an input.
bool HasReferences(const Node& node);

// Returns the node's present types.
NodeTypes TypesOf(const Node& node);

struct TypeChoice {
  NodeTypes types;
  PrecisionReduce reduce = PrecisionReduce::kGray;  // mixed precision in the operator information
};

// Returns the column that has `to` instead of `from` in as many ports as possible, and in at least one. All other ports
// keep their types. nullopt: there is no such column.
std::optional<TypeChoice> TypesInstead(Node& node, ge::DataType from, ge::DataType to, const PassContext& context);

// Returns the column that has the wanted types; DT_UNDEFINED means any. E2008: there is none, or the node has no such
// ports.
Result<NodeTypes> PrescribedTypes(Node& node, const PortTypes& wanted, const PassContext& context);

}  // namespace opdk
