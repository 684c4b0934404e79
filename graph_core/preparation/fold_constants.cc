#include "graph_core/ir/node_kind.h"
#include "graph_core/package/package_registry.h"
#include "graph_core/preparation/constant_evaluation.h"
#include "graph_core/preparation/passes.h"

namespace opdk {

namespace {

// Replaces the node's used outputs by constants and removes the node.
void Replace(Graph& graph, Node* node, ConstantEvaluator& constants) {
  std::string name = node->name();
  bool single = node->op().outputs.size() == 1;
  graph.Rename(node, name + "_unfolded");  // the constant takes the name over
  for (int i = 0; i < static_cast<int>(node->op().outputs.size()); ++i) {
    if (node->uses(i).empty()) continue;
    ge::Tensor value;
    bool known = constants.Value({node, i}, value);
    OPDK_CHECK(known, name);
    Node* constant = graph.AddConst(single ? name : name + "_" + std::to_string(i), value);
    graph.ReplaceUses({node, i}, {constant, 0});
  }
  // The node's control inputs move to its control outputs.
  std::vector<Node*> before = node->control_inputs();
  std::vector<Node*> after = node->control_outputs();
  for (Node* earlier : before) {
    for (Node* later : after) graph.ConnectControl(earlier, later);
  }
  graph.Remove(node);
}

}  // namespace

Result<Changed> FoldConstants(Graph& graph, const PassContext& context) {
  OPDK_TRY(std::vector<Node*> order, graph.TopologicalOrder());
  ConstantEvaluator constants(context);
  std::vector<Node*> folded;
  for (Node* node : order) {
    if (IsStructural(*node) || !node->HasUses()) continue;
    ge::Tensor value;
    if (constants.Value({node, 0}, value)) folded.push_back(node);
  }
  // Consumers go first: a constant whose users are all folded is never made.
  for (auto node = folded.rbegin(); node != folded.rend(); ++node) Replace(graph, *node, constants);
  return Changed{!folded.empty()};
}

}  // namespace opdk
