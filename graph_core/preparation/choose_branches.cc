#include <string>

#include "graph_core/ir/region_edit.h"
#include "graph_core/preparation/conditions.h"
#include "graph_core/preparation/passes.h"

namespace opdk {

namespace {

const ge::Tensor* ValueOf(const Endpoint& source) {
  return source.node == nullptr ? nullptr : source.node->ConstValue();
}

// Replaces a node by its chosen branch, or by its inputs (a While that never begins). Returns whether it did.
bool Choose(Graph& graph, Node* node) {
  const ControlKind kind = ControlKindOf(*node);
  if (kind == ControlKind::kIf || kind == ControlKind::kCase) {
    const ge::Tensor* condition = ValueOf(node->input(0));
    const std::string branch = condition == nullptr ? "" : ChosenBranch(*node, *condition);
    if (branch.empty()) return false;
    WriteOut(graph, node, branch);
    return true;
  }
  if (kind != ControlKind::kWhile || !node->control_outputs().empty()) return false;
  const ge::Tensor* condition = ValueOf(OutputSource(*node->region(kCond), 0));
  if (condition == nullptr || TruthOf(*condition) != Truth::kFalse) return false;
  for (int i = 0; i < static_cast<int>(node->op().outputs.size()); ++i) graph.ReplaceUses({node, i}, node->input(i));
  graph.Remove(node);
  return true;
}

Result<Changed> ChooseInGraph(Graph& graph, const PassContext&) {
  bool changed = false;
  for (Node* node : graph.nodes()) changed = Choose(graph, node) || changed;
  return Changed{changed};
}

}  // namespace

Result<Changed> ChooseBranches(Graph& graph, const PassContext& context) {
  Changed changed = Changed::kNo;
  while (true) {
    OPDK_TRY(const Changed chosen, RunOnTree({"choose_branches", ChooseInGraph}, graph, context));
    if (chosen == Changed::kNo) return changed;
    changed = Changed::kYes;
    // Outputs that were joined with those of other branches may be known now, and decide the next condition.
    OPDK_TRY(RunOnTree({"remove_dead_nodes", RemoveDeadNodes}, graph, context));
    OPDK_TRY(RunOnTree({"simplify_regions", SimplifyRegions}, graph, context));
    OPDK_TRY(InferShapes(graph, context));
    OPDK_TRY(RunOnTree({"fold_constants", FoldConstants}, graph, context));
  }
}

}  // namespace opdk
