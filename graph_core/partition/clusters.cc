#include "graph_core/partition/clusters.h"

#include <algorithm>
#include <unordered_map>

#include "graph_core/ir/node_kind.h"
#include "graph_core/mixed/cluster_graph.h"

namespace opdk {

Result<std::vector<Cluster>> FindClusters(const Graph& graph) {
  OPDK_TRY(std::vector<Node*> order, graph.TopologicalOrder());
  std::erase_if(order, [](const Node* node) { return node->Is(kConst); });
  std::vector<size_t> position;  // by the node's id
  for (size_t i = 0; i < order.size(); ++i) {
    const auto id = static_cast<size_t>(order[i]->id());
    if (id >= position.size()) position.resize(id + 1);
    position[id] = i;
  }
  const auto position_of = [&](const Node* node) { return position[static_cast<size_t>(node->id())]; };

  ClusterGraph clusters(order.size());
  std::vector<std::vector<size_t>> producers(order.size());
  size_t first_data = order.size();
  for (size_t i = 0; i < order.size(); ++i) {
    for (const Endpoint& from : order[i]->inputs()) {
      if (from.node != nullptr && !from.node->Is(kConst)) producers[i].push_back(position_of(from.node));
    }
    for (const Node* control : order[i]->control_inputs()) {
      if (!control->Is(kConst)) producers[i].push_back(position_of(control));
    }
    for (size_t producer : producers[i]) clusters.AddEdge(producer, i);
    if (!order[i]->Is(kData)) continue;
    if (first_data == order.size()) first_data = i;
    // Data nodes have no producers, so joining them makes no cycle.
    if (i != first_data) clusters.Merge(clusters.Find(first_data), clusters.Find(i));
  }
  for (size_t i = 0; i < order.size(); ++i) {
    const std::string& engine = order[i]->placement().engine;
    if (engine.empty()) continue;
    for (size_t producer : producers[i]) {
      size_t from = clusters.Find(producer);
      size_t to = clusters.Find(i);
      if (from == to || order[producer]->placement().engine != engine) continue;
      if (!clusters.HasSecondPath(from, to, i)) clusters.Merge(from, to);
    }
  }

  std::vector<Cluster> result;
  std::unordered_map<size_t, size_t> index;
  for (size_t representative : clusters.Order()) {
    index.emplace(representative, result.size());
    result.push_back({order[representative]->placement().engine, {}});
  }
  for (size_t i = 0; i < order.size(); ++i) result[index.at(clusters.Find(i))].nodes.push_back(order[i]);
  return result;
}

}  // namespace opdk
