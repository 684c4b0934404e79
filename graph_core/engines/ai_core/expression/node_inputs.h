// What stands for the inputs of a node while its expression is made: constants as they are, numbers, placeholders.
#pragma once

#include <vector>

#include "graph_core/ir/graph.h"
#include "graph_core/package/package_registry.h"
#include "tbe/expr.h"

namespace opdk {

// The outputs of a node that somebody reads; all when nobody reads any.
std::vector<bool> NeededOutputs(const Node& node);
// The values of a node's constant inputs.
ConstInputFn ConstantsOf(const Node& node);
// Whether all its dimensions are known.
bool IsConcrete(const OpDesc& op);
// The operator with unknown dimensions stood in for. No kernel is asked for an unknown number of dimensions: kNoEngine,
// and not exact, as it may turn out to be one that the kernel takes.
Result<OpDesc> ConcreteDesc(const OpDesc& op, bool* exact);
// Output `index` of `node` as input number `input` of an expression: a number where it is a constant of one element.
tbe::Tensor InputExpression(const Node& node, int index, int input, bool* exact);

// The expression of a constant with one element: a number given at launch, repeated to its shape. Empty for other
// tensors and dtypes.
tbe::Tensor NumberExpression(const ge::Tensor& constant);

}  // namespace opdk
