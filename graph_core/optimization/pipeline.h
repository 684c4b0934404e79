// The optimization stage and its second round: passes over the whole graph that hold for every engine.
#pragma once

#include <span>

#include "graph_core/ir/pass.h"

namespace opdk {

struct GraphDumps;

// The graph must be prepared.
// `dumps`: nullptr: none.
Status OptimizeGraph(Graph& graph, const PassContext& context, const GraphDumps* dumps = nullptr);

// Once more, when the engines have worked on their subgraphs and these are one graph again.
Status OptimizeBehindEngines(Graph& graph, const PassContext& context);

// The tables, in order.
std::span<const Pass> OptimizationPasses();
std::span<const Pass> SecondRoundPasses();

}  // namespace opdk
