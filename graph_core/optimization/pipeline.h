// The optimization stage: passes over the whole graph that hold for every engine.
#pragma once

#include <span>

#include "graph_core/ir/pass.h"

namespace opdk {

// The graph must be prepared.
Status OptimizeGraph(Graph& graph, const PassContext& context);

// The table, in order.
std::span<const Pass> OptimizationPasses();

}  // namespace opdk
