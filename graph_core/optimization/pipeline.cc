#include "graph_core/optimization/pipeline.h"

#include "graph_core/ir/graph_dumps.h"
#include "graph_core/optimization/passes.h"
#include "graph_core/preparation/package_passes.h"
#include "graph_core/preparation/passes.h"

namespace opdk {

namespace {

constexpr Pass kOptimization[] = {
    {"infer_formats", InferFormats},
    // Before passes that look for patterns: patterns with convolutions are written for the order that these compute in.
    {"choose_formats", ChooseFormats},
    {"package_passes_after_inference", PackagePassesAfterInference, false, true, PassGroup::kPackage},
    {.name = "eliminate_common_subexpressions", .run = EliminateCommonSubexpressions, .group = PassGroup::kSharing},
    {.name = "remove_unused_nodes", .run = RemoveDeadNodes, .group = PassGroup::kDeadCode},
    {"package_passes_after_builtin_fusion", PackagePassesAfterBuiltinFusion, false, true, PassGroup::kPackage},
    {"package_passes_after_optimization", PackagePassesAfterOptimization, false, true, PassGroup::kPackage},
    // Behind passes that look for patterns, because conversions would break the patterns.
    {"choose_types", ChooseTypes},
    // A second time, because columns now have the chosen types.
    {"settle_formats", ChooseFormats},
};

// The second round. Subgraphs have brought constants and conversions of their own.
constexpr Pass kSecondRound[] = {
    {.name = "share_equal_nodes", .run = EliminateCommonSubexpressions, .group = PassGroup::kSharing},
    {"cancel_conversions", CancelConversions},
    {.name = "remove_leftover_nodes", .run = RemoveDeadNodes, .group = PassGroup::kDeadCode},
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
