// The optimization stage and its second round: passes over the whole graph that hold for every engine.
#pragma once

#include <span>

#include "graph_core/ir/pass.h"

namespace opdk {

struct GraphDumps;

// Runs the optimization stage. The graph must be prepared. `dumps` nullptr: no dumps.
Status OptimizeGraph(Graph& graph, const PassContext& context, const GraphDumps* dumps = nullptr);

// Runs the second round, after the engines have optimized their subgraphs and Merge has joined them.
Status OptimizeBehindEngines(Graph& graph, const PassContext& context);

// Returns the tables of passes, in order.
std::span<const Pass> OptimizationPasses();
std::span<const Pass> SecondRoundPasses();

}  // namespace opdk
