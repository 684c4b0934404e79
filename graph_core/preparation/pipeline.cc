#include "graph_core/preparation/pipeline.h"

#include "graph_core/ir/graph_dumps.h"
#include "graph_core/preparation/package_passes.h"
#include "graph_core/preparation/passes.h"

namespace opdk {

namespace {

constexpr Pass kPreparation[] = {
    {"check_graph", CheckGraph, true, true},
    // Before anything is removed: inside of a call nobody knows that what it takes is a variable.
    {"inline_calls", InlineCalls},
    // Before anything is removed, too: an unused assignment to what a region is given has an effect.
    {"resolve_references", ResolveReferences, true, true},
    // Before prototypes are asked for: an operator that nothing needs may be unknown.
    {"remove_unreachable_nodes", RemoveDeadNodes},
    // Before prototypes fill in the order of axes that a node leaves open.
    {"note_formats", NoteFormats, true},
    {"fill_from_prototypes", FillFromPrototypes, true},
    {"resolve_handles", ResolveHandles, true, true},
    // Before variables are bound: what a D form writes beyond takes its place in their order.
    {"take_d_forms", TakeDForms, true},
    {"bind_variables", BindVariables, true, true},
    // Before inference, which knows more of a constant inside of a region than of a value that comes from outside.
    {"simplify_regions", SimplifyRegions},
    {"package_passes_before_inference", PackagePassesBeforeInference, false, true},
    {"infer_shapes", InferShapes, true, true},
    // After inference: only then is it known that a view changes nothing.
    {"bypass_views", BypassViews},
    {"fold_constants", FoldConstants},
    {"choose_branches", ChooseBranches, false, true},
    // What folding and bypassing left without a user.
    {"remove_dead_nodes", RemoveDeadNodes},
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
