// The passes of optimization, one per file of the same name.
#pragma once

#include "graph_core/ir/pass.h"

namespace opdk {

// Of pure nodes that compute the same from the same inputs (and of equal constants) one stays.
Result<Changed> EliminateCommonSubexpressions(Graph& graph, const PassContext& context);

}  // namespace opdk
