#include "graph_core/mixed/mixed_compute.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "graph_core/mixed/cluster_graph.h"
#include "graph_core/mixed/mixed_report.h"
#include "graph_core/mixed/mixed_selection.h"
#include "graph_core/mixed/mixed_units.h"

namespace opdk {
namespace {

using Units = std::vector<std::vector<size_t>>;

struct UnitGraph {
  std::vector<size_t> unit_of;  // by node
  std::vector<std::vector<size_t>> producers;
};

UnitGraph Join(const MixedGraph& graph, const Units& units) {
  UnitGraph joined{std::vector<size_t>(graph.nodes.size()), std::vector<std::vector<size_t>>(units.size())};
  for (size_t unit = 0; unit < units.size(); ++unit) {
    for (const size_t node : units[unit]) joined.unit_of[node] = unit;
  }
  for (size_t unit = 0; unit < units.size(); ++unit) {
    std::set<size_t> producers;
    for (const size_t node : units[unit]) {
      for (const size_t producer : MixedProducers(graph, node)) producers.insert(joined.unit_of[producer]);
    }
    producers.erase(unit);
    joined.producers[unit].assign(producers.begin(), producers.end());
  }
  return joined;
}

void JoinNeighbours(const UnitGraph& joined, const std::vector<bool>& down, ClusterGraph& clusters) {
  for (size_t unit = 0; unit < joined.producers.size(); ++unit) {
    if (!down[unit]) continue;
    for (const size_t producer : joined.producers[unit]) {
      const size_t from = clusters.Find(producer);
      const size_t to = clusters.Find(unit);
      if (from != to && down[producer] && !clusters.HasSecondPath(from, to, unit)) clusters.Merge(from, to);
    }
  }
}

// Joins clusters that don't depend on each other, too. All nodes that go down become one cluster, unless nodes that
// stay lie between.
void JoinRest(const std::vector<bool>& down, ClusterGraph& clusters) {
  std::vector<size_t> joined;
  for (size_t unit = 0; unit < down.size(); ++unit) {
    if (!down[unit] || clusters.Find(unit) != unit) continue;
    const auto fits = [&](size_t other) {
      return !clusters.HasSecondPath(other, unit, down.size()) && !clusters.HasSecondPath(unit, other, down.size());
    };
    // A merged cluster has the number of its first node.
    const auto other = std::find_if(joined.begin(), joined.end(), fits);
    if (other == joined.end()) {
      joined.push_back(unit);
    } else {
      clusters.Merge(*other, unit);
    }
  }
}

// Makes clusters of groups of nodes: their inputs, outputs and copied nodes.
class Assembly {
 public:
  Assembly(const MixedGraph& graph, MixedSelection& selection) : graph_(graph), selection_(selection) {
    partition_.cluster_of.assign(graph.nodes.size(), kOnHost);
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
      for (const MixedInput& input : graph.nodes[i].inputs) users_[input.value].push_back(i);
      for (const size_t control : graph.nodes[i].controls) waiting_[control].push_back(i);
    }
    for (const MixedValue& result : graph.results) results_.insert(result);
  }

  void Add(const std::vector<size_t>& nodes) {
    const std::set<size_t> inside(nodes.begin(), nodes.end());
    MixedCluster cluster;
    cluster.nodes = nodes;
    std::set<size_t> copies, controls;
    std::vector<size_t> open = nodes;
    for (size_t next = 0; next < open.size(); ++next) {
      const size_t node = open[next];
      const auto take = [&](size_t producer) {
        if (inside.contains(producer)) return true;
        if (!IsCopied(graph_.nodes[producer])) return false;
        if (copies.insert(producer).second) open.push_back(producer);
        return true;
      };
      for (const MixedInput& input : graph_.nodes[node].inputs) {
        auto& inputs = cluster.inputs;
        if (!take(input.value.node) && std::find(inputs.begin(), inputs.end(), input.value) == inputs.end()) {
          inputs.push_back(input.value);
        }
      }
      for (const size_t control : graph_.nodes[node].controls) {
        if (!take(control)) controls.insert(control);
      }
    }
    cluster.copies.assign(copies.begin(), copies.end());
    cluster.controls.assign(controls.begin(), controls.end());
    AddOutputs(inside, cluster);
    if (std::string why = TooSmall(inside, cluster); !why.empty()) {
      for (const size_t node : nodes) selection_.why[node] = why;
      return;
    }
    for (const size_t node : nodes) partition_.cluster_of[node] = static_cast<int>(partition_.clusters.size());
    partition_.clusters.push_back(std::move(cluster));
  }

  MixedPartition Finish() {
    std::vector<int>& cluster_of = partition_.cluster_of;
    for (const MixedCluster& cluster : partition_.clusters) {
      for (const size_t copy : cluster.copies) cluster_of[copy] = kInCopiesOnly;
    }
    // Copied nodes that the framework itself needs stay in the framework, too.
    std::vector<size_t> open;
    const auto keep = [&](size_t node) {
      if (cluster_of[node] != kInCopiesOnly) return;
      cluster_of[node] = kOnHost;
      open.push_back(node);
    };
    for (size_t i = 0; i < cluster_of.size(); ++i) {
      if (cluster_of[i] == kOnHost) open.push_back(i);
    }
    for (const MixedValue& result : graph_.results) keep(result.node);
    while (!open.empty()) {
      const MixedNode& node = graph_.nodes[open.back()];
      open.pop_back();
      for (const MixedInput& input : node.inputs) keep(input.value.node);
      for (const size_t control : node.controls) keep(control);
    }
    return std::move(partition_);
  }

 private:
  void AddOutputs(const std::set<size_t>& inside, MixedCluster& cluster) const {
    for (const size_t node : inside) {
      for (auto value = users_.lower_bound({node, 0}); value != users_.end() && value->first.node == node; ++value) {
        const std::vector<size_t>& users = value->second;
        const bool outside =
            std::any_of(users.begin(), users.end(), [&](size_t user) { return !inside.contains(user); });
        if (outside || results_.contains(value->first)) cluster.outputs.push_back(value->first);
      }
    }
    for (const MixedValue& result : results_) {
      if (inside.contains(result.node) && !users_.contains(result)) cluster.outputs.push_back(result);
    }
    std::sort(cluster.outputs.begin(), cluster.outputs.end());
  }

  bool IsWaitedFor(const std::set<size_t>& inside) const {
    return std::any_of(inside.begin(), inside.end(), [&](size_t node) {
      const auto users = waiting_.find(node);
      return users != waiting_.end() && std::any_of(users->second.begin(), users->second.end(),
                                                    [&](size_t user) { return !inside.contains(user); });
    });
  }

  // Returns why a cluster isn't worth a call. "": it is worth one.
  std::string TooSmall(const std::set<size_t>& inside, const MixedCluster& cluster) const {
    const auto slight = [&](size_t node) { return IsSlight(graph_.nodes[node].type); };
    if (std::all_of(cluster.nodes.begin(), cluster.nodes.end(), slight)) {
      return "alone it isn't worth a call";
    }
    return cluster.outputs.empty() && !IsWaitedFor(inside) ? "nobody needs its values" : "";
  }

  const MixedGraph& graph_;
  MixedSelection& selection_;
  MixedPartition partition_;
  std::map<MixedValue, std::vector<size_t>> users_;
  std::map<size_t, std::vector<size_t>> waiting_;
  std::set<MixedValue> results_;
};

}  // namespace

Result<MixedPartition> PartitionMixed(const MixedGraph& graph, const MixedOptions& options,
                                      const ResolvedPairs& resolved) {
  OPDK_TRY(const Units units, FindMixedUnits(graph));
  OPDK_TRY(MixedSelection selection, SelectMixed(graph, units, options, resolved));
  const UnitGraph joined = Join(graph, units);
  std::vector<bool> down(units.size());
  ClusterGraph clusters(units.size());
  for (size_t unit = 0; unit < units.size(); ++unit) {
    down[unit] = selection.goes_down[units[unit].front()];
    for (const size_t producer : joined.producers[unit]) clusters.AddEdge(producer, unit);
  }
  JoinNeighbours(joined, down, clusters);
  if (!options.mix_compile_mode) JoinRest(down, clusters);
  std::map<size_t, std::vector<size_t>> groups;
  for (size_t unit = 0; unit < units.size(); ++unit) {
    if (!down[unit]) continue;
    std::vector<size_t>& group = groups[clusters.Find(unit)];
    group.insert(group.end(), units[unit].begin(), units[unit].end());
  }
  Assembly assembly(graph, selection);
  for (const size_t cluster : clusters.Order()) {
    if (const auto group = groups.find(cluster); group != groups.end()) assembly.Add(group->second);
  }
  MixedPartition partition = assembly.Finish();
  partition.report = MixedReport(graph, selection, partition);
  return partition;
}

}  // namespace opdk
