#include "graph_core/optimization/pipeline.h"

#include "graph_core/ir/graph_dumps.h"
#include "graph_core/optimization/passes.h"
#include "graph_core/preparation/package_passes.h"
#include "graph_core/preparation/passes.h"

namespace opdk {

namespace {

constexpr Pass kOptimization[] = {
    {"infer_formats", InferFormats},
    // Before all that looks for patterns: of convolutions they are written for the order that these compute in.
    {"choose_formats", ChooseFormats},
    {"package_passes_after_inference", PackagePassesAfterInference, false, true},
    {"eliminate_common_subexpressions", EliminateCommonSubexpressions},
    {"remove_unused_nodes", RemoveDeadNodes},
    {"package_passes_after_builtin_fusion", PackagePassesAfterBuiltinFusion, false, true},
    {"package_passes_after_optimization", PackagePassesAfterOptimization, false, true},
    // Behind all that looks for patterns: conversions would stand in them.
    {"choose_types", ChooseTypes},
    // Once more: columns are those of the types that were chosen.
    {"settle_formats", ChooseFormats},
};

// Subgraphs have brought constants and conversions of their own.
constexpr Pass kSecondRound[] = {
    {"share_equal_nodes", EliminateCommonSubexpressions},
    {"cancel_conversions", CancelConversions},
    {"remove_leftover_nodes", RemoveDeadNodes},
};

}  // namespace

std::span<const Pass> OptimizationPasses() { return kOptimization; }
std::span<const Pass> SecondRoundPasses() { return kSecondRound; }

Status OptimizeGraph(Graph& graph, const PassContext& context, const GraphDumps* dumps) {
  return RunPassesAndDump("optimization", kOptimization, graph, context, dumps);
}

Status OptimizeBehindEngines(Graph& graph, const PassContext& context) {
  return RunPasses("second_round", kSecondRound, graph, context);
}

}  // namespace opdk
