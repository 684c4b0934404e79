// Stand-ins for the inputs of a node while its expression is made: numbers of constants, placeholders.
#pragma once

#include <vector>

#include "graph_core/ir/graph.h"
#include "graph_core/package/package_registry.h"
#include "tbe/expr.h"

namespace opdk {

// Returns which outputs of a node are read; all of them if none is read.
std::vector<bool> NeededOutputs(const Node& node);
// Returns a function that gives the values of the node's constant inputs, and of inputs that are known to be empty.
ConstInputFn ConstantsOf(const Node& node);
// Returns whether all dimensions of the operator are known.
bool IsConcrete(const OpDesc& op);
// Returns the operator with numbers in place of its unknown dimensions; `exact` becomes false then. An unknown rank
// also gives kNoEngine, because no kernel is asked for an unknown number of dimensions. `exact` is false then too: the
// kernel may take the real rank.
Result<OpDesc> ConcreteDesc(OpDesc op, bool* exact);
// Makes input `input` of an expression from output `index` of `node`: a number for a constant of one element, else a
// placeholder. `exact` becomes false if a dimension is unknown.
tbe::Tensor InputExpression(const Node& node, int index, int input, bool* exact);

// Makes the expression of a constant with one element: a number given at launch, repeated to the constant's shape.
// Empty for other tensors and dtypes.
tbe::Tensor NumberExpression(const ge::Tensor& constant);

}  // namespace opdk
