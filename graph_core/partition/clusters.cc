#include "graph_core/partition/clusters.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <unordered_map>

#include "graph_core/ir/node_kind.h"

namespace opdk {

namespace {

// Clusters under construction: a union-find over node positions, with edges between the clusters' representatives
// (their first nodes).
class ClusterGraph {
 public:
  explicit ClusterGraph(size_t count) : parent_(count), successors_(count), predecessors_(count) {
    std::iota(parent_.begin(), parent_.end(), size_t{0});
  }

  size_t Find(size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  void AddEdge(size_t from, size_t to) {
    from = Find(from);
    to = Find(to);
    if (from == to) return;
    successors_[from].insert(to);
    predecessors_[to].insert(from);
  }

  // Whether `to` can be reached from `from` by another way than the direct edge: then merging the two would put what
  // lies between them both after and before the merged cluster. `limit`: the last node that may have been merged; those
  // behind it lead to nodes behind it only, so no path comes back through them.
  bool HasSecondPath(size_t from, size_t to, size_t limit) const {
    std::set<size_t> seen;
    std::vector<size_t> open;
    auto visit = [&](size_t cluster) {
      if (cluster != to && cluster <= limit && seen.insert(cluster).second) open.push_back(cluster);
    };
    for (size_t next : successors_[from]) visit(next);
    while (!open.empty()) {
      size_t cluster = open.back();
      open.pop_back();
      if (successors_[cluster].contains(to)) return true;
      for (size_t next : successors_[cluster]) visit(next);
    }
    return false;
  }

  void Merge(size_t into, size_t cluster) {
    if (cluster < into) std::swap(into, cluster);
    parent_[cluster] = into;
    for (size_t next : successors_[cluster]) {
      predecessors_[next].erase(cluster);
      if (next != into) AddEdge(into, next);
    }
    for (size_t previous : predecessors_[cluster]) {
      successors_[previous].erase(cluster);
      if (previous != into) AddEdge(previous, into);
    }
    successors_[into].erase(cluster);
    predecessors_[into].erase(cluster);
    successors_[cluster].clear();
    predecessors_[cluster].clear();
  }

  // Representatives, producers before consumers; ties by first node.
  std::vector<size_t> Order() {
    std::vector<size_t> missing(parent_.size());
    std::set<size_t> ready;
    for (size_t i = 0; i < parent_.size(); ++i) {
      if (Find(i) != i) continue;
      missing[i] = predecessors_[i].size();
      if (missing[i] == 0) ready.insert(i);
    }
    std::vector<size_t> order;
    while (!ready.empty()) {
      size_t cluster = *ready.begin();
      ready.erase(ready.begin());
      order.push_back(cluster);
      for (size_t next : successors_[cluster]) {
        if (--missing[next] == 0) ready.insert(next);
      }
    }
    return order;
  }

 private:
  std::vector<size_t> parent_;
  std::vector<std::set<size_t>> successors_;
  std::vector<std::set<size_t>> predecessors_;
};

}  // namespace

Result<std::vector<Cluster>> FindClusters(const Graph& graph) {
  OPDK_TRY(std::vector<Node*> order, graph.TopologicalOrder());
  std::erase_if(order, [](const Node* node) { return node->Is(kConst); });
  std::unordered_map<const Node*, size_t> position;
  for (size_t i = 0; i < order.size(); ++i) position.emplace(order[i], i);

  ClusterGraph clusters(order.size());
  std::vector<std::vector<size_t>> producers(order.size());
  size_t first_data = order.size();
  for (size_t i = 0; i < order.size(); ++i) {
    for (const Endpoint& from : order[i]->inputs()) {
      if (from.node != nullptr && !from.node->Is(kConst)) producers[i].push_back(position.at(from.node));
    }
    for (const Node* control : order[i]->control_inputs()) {
      if (!control->Is(kConst)) producers[i].push_back(position.at(control));
    }
    for (size_t producer : producers[i]) clusters.AddEdge(producer, i);
    if (!order[i]->Is(kData)) continue;
    if (first_data == order.size()) first_data = i;
    // Nothing leads into a Data node, so joining them makes no cycle.
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
