// The passes of optimization, one per file of the same name.
#pragma once

#include "graph_core/ir/pass.h"

namespace opdk {

// Of pure nodes that compute the same from the same inputs (and of equal constants) one stays.
Result<Changed> EliminateCommonSubexpressions(Graph& graph, const PassContext& context);

// Gives nodes the data types that the precision mode asks for, where their operators have them, and converts tensors where
// they differ. E2008: types that are prescribed for a node are none of its columns.
Result<Changed> ChooseTypes(Graph& graph, const PassContext& context);

// What a conversion between formats is undone by takes what was converted. Neither is removed.
Result<Changed> CancelConversions(Graph& graph, const PassContext& context);

}  // namespace opdk
