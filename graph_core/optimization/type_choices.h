// The data types that a node could compute in.
#pragma once

#include <optional>
#include <vector>

#include "graph_core/ir/pass.h"

namespace opdk {

// Of all ports, those of the node as it is, or another column of the operator information that the engine takes which
// would take the node anyway. Values that prototypes determine are of these types, too.
struct NodeTypes {
  std::vector<ge::DataType> inputs;
  std::vector<ge::DataType> outputs;
};

// Whether an output is an input's memory.
bool HasReferences(const Node& node);

// The node's own.
NodeTypes TypesOf(const Node& node);

struct TypeChoice {
  NodeTypes types;
  PrecisionReduce reduce = PrecisionReduce::kGray;  // what operator information says of mixed precision
};

// Another column in which as many ports as can be, but at least one, have `to` where they have `from`, and the others
// what they have. nullopt: there is none.
std::optional<TypeChoice> TypesInstead(Node& node, ge::DataType from, ge::DataType to, const PassContext& context);

// The column that has these types where they are given. E2008: there is none, or the node has no such ports.
Result<NodeTypes> PrescribedTypes(Node& node, const PortTypes& wanted, const PassContext& context);

}  // namespace opdk
