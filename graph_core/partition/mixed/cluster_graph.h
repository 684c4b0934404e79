// Nodes that are being joined into clusters, so that the clusters never form a cycle.
#pragma once

#include <cstddef>
#include <set>
#include <vector>

namespace opdk {

// Clusters under construction: a union-find over node positions, which are a topological order, with edges between the
// clusters' representatives (their first nodes).
class ClusterGraph {
 public:
  explicit ClusterGraph(size_t count);

  size_t Find(size_t i);
  void AddEdge(size_t from, size_t to);
  // Whether `to` can be reached from `from` by another way than the direct edge: then merging the two would put what
  // lies between them both after and before the merged cluster. `limit`: the last node that may have been merged; those
  // behind it lead to nodes behind it only, so no path comes back through them.
  bool HasSecondPath(size_t from, size_t to, size_t limit) const;
  void Merge(size_t into, size_t cluster);
  // Representatives, producers before consumers; ties by first node.
  std::vector<size_t> Order();

 private:
  std::vector<size_t> parent_;
  std::vector<std::set<size_t>> successors_;
  std::vector<std::set<size_t>> predecessors_;
};

}  // namespace opdk
