#include "graph_core/mixed/cluster_graph.h"

#include <numeric>
#include <utility>

namespace opdk {

ClusterGraph::ClusterGraph(size_t count) : parent_(count), successors_(count), predecessors_(count) {
  std::iota(parent_.begin(), parent_.end(), size_t{0});
}

size_t ClusterGraph::Find(size_t i) {
  while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
  return i;
}

void ClusterGraph::AddEdge(size_t from, size_t to) {
  from = Find(from);
  to = Find(to);
  if (from == to) return;
  successors_[from].insert(to);
  predecessors_[to].insert(from);
}

bool ClusterGraph::HasSecondPath(size_t from, size_t to, size_t limit) const {
  // If `from` is the only producer, no second path exists. This avoids a search through the other readers of a value.
  if (predecessors_[to].size() == 1 && predecessors_[to].contains(from)) return false;
  std::set<size_t> seen;
  std::vector<size_t> open;
  const auto visit_successors = [&](size_t cluster) {
    for (const size_t next : successors_[cluster]) {
      if (next > limit) break;
      if (next != to && seen.insert(next).second) open.push_back(next);
    }
  };
  visit_successors(from);
  while (!open.empty()) {
    size_t cluster = open.back();
    open.pop_back();
    if (successors_[cluster].contains(to)) return true;
    visit_successors(cluster);
  }
  return false;
}

void ClusterGraph::Merge(size_t into, size_t cluster) {
  if (cluster == into) return;
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

std::vector<size_t> ClusterGraph::Order() {
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

}  // namespace opdk
