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
  // Returns whether another path than the direct edge leads from `from` to `to`. Merging the two would then close a
  // cycle: nodes of that path would stand both behind and in front of the merged cluster. `limit`: the last node that
  // may have been merged. Nodes behind it lead only to nodes behind it, so no path comes back through them.
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
