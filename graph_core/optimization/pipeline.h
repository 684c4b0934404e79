// The optimization stage: passes over the whole graph that hold for every engine.
#pragma once

#include <span>

#include "graph_core/ir/pass.h"

namespace opdk {

struct GraphDumps;

// The graph must be prepared.
// `dumps`: nullptr: none.
Status OptimizeGraph(Graph& graph, const PassContext& context, const GraphDumps* dumps = nullptr);

// The table, in order.
std::span<const Pass> OptimizationPasses();

}  // namespace opdk
