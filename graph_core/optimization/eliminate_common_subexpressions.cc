#include <unordered_map>

#include "graph_core/ir/attr_compare.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/optimization/passes.h"

namespace opdk {

namespace {

size_t HashNode(const Node& node) {
  size_t hash = std::hash<std::string>()(node.type()) ^ HashAttrs(node.op().attrs);
  for (const Endpoint& from : node.inputs()) {
    size_t id = from.node == nullptr ? 0 : static_cast<size_t>(from.node->id()) + 1;
    hash = hash * 1000003 + id * 31 + static_cast<size_t>(from.index);
  }
  return hash;
}

// Returns whether two nodes compute the same. Inputs are compared as edges, because equal producers are merged already.
bool ComputeTheSame(const Node& a, const Node& b) {
  return a.type() == b.type() && a.inputs() == b.inputs() && a.op().outputs.size() == b.op().outputs.size() &&
         SameAttrs(a.op().attrs, b.op().attrs);
}

bool CanMerge(const Node& node) {
  if (!node.control_inputs().empty() || !node.control_outputs().empty()) return false;
  if (node.Is(kConst)) return true;
  // An operator without inputs takes its result from outside of the graph.
  return !IsStructural(node) && !node.inputs().empty() && IsPure(node);
}

}  // namespace

Result<Changed> EliminateCommonSubexpressions(Graph& graph, const PassContext&) {
  OPDK_TRY(std::vector<Node*> order, graph.TopologicalOrder());
  std::unordered_multimap<size_t, Node*> seen;
  bool changed = false;
  for (Node* node : order) {
    if (!CanMerge(*node)) continue;
    size_t hash = HashNode(*node);
    Node* same = nullptr;
    for (auto [at, end] = seen.equal_range(hash); at != end && same == nullptr; ++at) {
      if (ComputeTheSame(*at->second, *node)) same = at->second;
    }
    if (same == nullptr) {
      seen.emplace(hash, node);
      continue;
    }
    for (int i = 0; i < static_cast<int>(node->op().outputs.size()); ++i) graph.ReplaceUses({node, i}, {same, i});
    graph.Remove(node);
    changed = true;
  }
  return Changed{changed};
}

}  // namespace opdk
