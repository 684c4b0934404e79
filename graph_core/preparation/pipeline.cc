#include "graph_core/preparation/pipeline.h"

#include "graph_core/ir/graph_dumps.h"
#include "graph_core/preparation/package_passes.h"
#include "graph_core/preparation/passes.h"

namespace opdk {

namespace {

constexpr Pass kPreparation[] = {
    {"check_graph", CheckGraph, true, true},
    // Before anything is removed: nodes inside of a call can't tell that an input is a variable.
    {"inline_calls", InlineCalls},
    // Also before anything is removed: an unused assignment to a region's input has an effect.
    {"resolve_references", ResolveReferences, true, true},
    // Before prototypes are needed: an operator without users may be unknown.
    {.name = "remove_unreachable_nodes", .run = RemoveDeadNodes, .group = PassGroup::kDeadCode},
    // Before prototypes fill in an order of axes that a node leaves open.
    {"note_formats", NoteFormats, true},
    {"fill_from_prototypes", FillFromPrototypes, true},
    {"resolve_handles", ResolveHandles, true, true},
    // Before variables are bound, because a D form may write more variables.
    {"take_d_forms", TakeDForms, true},
    {"bind_variables", BindVariables, true, true},
    // Before inference, which knows more about a constant inside of a region than about a value from outside.
    {"simplify_regions", SimplifyRegions},
    {"package_passes_before_inference", PackagePassesBeforeInference, false, true, PassGroup::kPackage},
    {"infer_shapes", InferShapes, true, true},
    // After inference, which tells whether a view changes anything.
    {"bypass_views", BypassViews},
    {"fold_constants", FoldConstants},
    {"choose_branches", ChooseBranches, false, true},
    // After folding and bypassing, which leave nodes without users.
    {.name = "remove_dead_nodes", .run = RemoveDeadNodes, .group = PassGroup::kDeadCode},
};

constexpr Pass kInference[] = {{"check_graph", CheckGraph, true},
                               {"note_formats", NoteFormats, true},
                               {"fill_from_prototypes", FillFromPrototypes, true},
                               {"infer_shapes", InferShapes, true}};

}  // namespace

std::span<const Pass> PreparationPasses() { return kPreparation; }

Status PrepareGraph(Graph& graph, const PassContext& context, const GraphDumps* dumps) {
  OPDK_CHECK(context.packages != nullptr, "preparation needs the packages");
  return RunPassesAndDump("preparation", kPreparation, graph, context, dumps);
}

Status InferOnly(Graph& graph, const PassContext& context) {
  OPDK_CHECK(context.packages != nullptr, "inference needs the packages");
  return RunPasses("inference", kInference, graph, context);
}

}  // namespace opdk
