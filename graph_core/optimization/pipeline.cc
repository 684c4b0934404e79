#include "graph_core/optimization/pipeline.h"

#include "graph_core/optimization/passes.h"
#include "graph_core/preparation/passes.h"

namespace opdk {

namespace {

constexpr Pass kOptimization[] = {
    {"eliminate_common_subexpressions", EliminateCommonSubexpressions},
    {"remove_unused_nodes", RemoveDeadNodes},
};

}  // namespace

std::span<const Pass> OptimizationPasses() { return kOptimization; }

Status OptimizeGraph(Graph& graph, const PassContext& context) {
  return RunPasses("optimization", kOptimization, graph, context);
}

}  // namespace opdk
