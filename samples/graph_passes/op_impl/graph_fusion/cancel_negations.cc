// A function over the whole graph: users of the negative of a negative take what was negated.
#include "graph/graph.h"
#include "register/register_custom_pass.h"

namespace {

bool IsNegation(const ge::GNode& node) {
  ge::AscendString type;
  return node.GetType(type) == ge::GRAPH_SUCCESS && type == ge::AscendString("Neg");
}

ge::Status CancelNegations(ge::GraphPtr& graph, ge::CustomPassContext& context) {
  bool changed = false;
  for (ge::GNode& outer : graph->GetDirectNode()) {
    const auto [inner, inner_output] = outer.GetInDataNodesAndPortIndexs(0);
    if (!IsNegation(outer) || inner == nullptr || !IsNegation(*inner)) continue;
    auto [source, output] = inner->GetInDataNodesAndPortIndexs(0);
    if (source == nullptr) continue;
    // Nodes without users are removed later. An output of the graph stays as it is.
    for (auto& [user, input] : outer.GetOutDataNodesAndPortIndexs(0)) {
      if (graph->RemoveEdge(outer, 0, *user, input) != ge::GRAPH_SUCCESS ||
          graph->AddDataEdge(*source, output, *user, input) != ge::GRAPH_SUCCESS) {
        context.SetErrorMessage("a user of a negation can't be linked with what was negated");
        return ge::FAILED;
      }
      changed = true;
    }
  }
  return changed ? ge::SUCCESS : ge::GRAPH_NOT_CHANGED;
}

REGISTER_CUSTOM_PASS("CancelNegations").CustomPassFn(CancelNegations).Stage(ge::CustomPassStage::kBeforeInferShape);

}  // namespace
