#include <algorithm>
#include <unordered_set>

#include "graph_core/ir/next_element.h"
#include "graph_core/ir/resources.h"
#include "graph_core/ir/variables.h"
#include "graph_core/preparation/passes.h"
#include "graph_core/preparation/take_d_forms.h"

namespace opdk {

namespace {

// Returns whether a node has effects besides its outputs. Such a node stays, even without users.
bool HasEffects(const Node& node, const PackageRegistry& packages) {
  if (TakesNext(node) || WritesVariable(node) || HandleWriteOf(node.type()) != nullptr) return true;
  if (node.Is(kDestroyTemporary)) return true;
  if (ChangesResource(ResourceOpOf(node))) return true;
  if (!WrittenAsDForm(node, packages).empty()) return true;
  return std::ranges::any_of(node.regions(), [&](const Region& region) {
    return std::ranges::any_of(region.graph->nodes(), [&](const Node* inner) { return HasEffects(*inner, packages); });
  });
}

}  // namespace

Result<Changed> RemoveDeadNodes(Graph& graph, const PassContext& context) {
  std::unordered_set<const Node*> alive;
  std::vector<const Node*> open;
  auto reach = [&](const Node* node) {
    if (node != nullptr && alive.insert(node).second) open.push_back(node);
  };
  // Without outputs (a subgraph between engines) no node is known to be dead.
  if (graph.net_output() == nullptr) return Changed::kNo;
  const auto reach_producers = [&] {
    while (!open.empty()) {
      const Node* node = open.back();
      open.pop_back();
      for (const Endpoint& input : node->inputs()) reach(input.node);
      for (const Node* control : node->control_inputs()) reach(control);
    }
  };
  reach(graph.net_output());
  reach_producers();
  // HasEffects walks all regions inside of a node, so nodes that are alive already aren't asked.
  for (const Node* node : graph.nodes()) {
    if (!alive.contains(node) && HasEffects(*node, *context.packages)) reach(node);
  }
  reach_producers();
  OPDK_TRY(std::vector<Node*> order, graph.TopologicalOrder());
  Changed changed = Changed::kNo;
  // Consumers go first: a node can be removed when it has no users left.
  for (auto node = order.rbegin(); node != order.rend(); ++node) {
    if (alive.contains(*node) || (*node)->Is(kData)) continue;
    graph.Remove(*node);
    changed = Changed::kYes;
  }
  return changed;
}

}  // namespace opdk
