#include "ge/fusion/pass/decompose_pass.h"

#include <algorithm>

#include "opdk/neutral_text.h"
#include "opdk/pass_access.h"
#include "sdk/api/src/fusion/fusion_graph.h"

namespace ge {
namespace fusion {

DecomposePass::DecomposePass(const std::vector<AscendString>& op_types) : op_types_(op_types) {}
DecomposePass::~DecomposePass() = default;

bool DecomposePass::MeetRequirements(const GNode&) { return true; }

bool DecomposePass::GetNeededTypes(std::vector<std::vector<AscendString>>& one_of) {
  for (const AscendString& type : op_types_) one_of.push_back({type});
  return true;
}

Status DecomposePass::Run(GraphPtr& graph, CustomPassContext& pass_context) {
  bool changed = false;
  for (const GNode& node : graph->GetDirectNode()) {
    AscendString type;
    (void)node.GetType(type);
    if (std::find(op_types_.begin(), op_types_.end(), type) == op_types_.end()) continue;
    opdk::PassAccess::NoteMatched(pass_context);
    if (!MeetRequirements(node)) continue;
    OperatorImpl& op = *OperatorOf(node);
    const GraphUniqPtr replacement = Replacement(node);
    if (replacement == nullptr) return FailPass(pass_context, "Replacement() gave no graph for " + NameOf(op));
    SubgraphBoundary boundary;
    int64_t inputs = 0;
    for (size_t i = 0; i < op.links().size(); ++i) {
      if (SourceOf(op.links()[i]) == nullptr) continue;
      (void)boundary.AddInput(inputs++, SubgraphInput({{node, static_cast<int64_t>(i)}}));
    }
    for (size_t i = 0; i < op.desc().outputs.size(); ++i) {
      (void)boundary.AddOutput(static_cast<int64_t>(i), SubgraphOutput({node, static_cast<int64_t>(i)}));
    }
    const Replaced replaced = ReplaceSubgraph(boundary, *replacement, &pass_context);
    if (replaced.cycle) continue;
    if (!replaced.problem.empty())
      return FailPass(pass_context, NameOf(op) + " can't be replaced: " + replaced.problem);
    opdk::PassAccess::NoteEffective(pass_context);
    changed = true;
  }
  return changed ? SUCCESS : GRAPH_NOT_CHANGED;
}

}  // namespace fusion
}  // namespace ge
