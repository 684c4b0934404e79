#include "graph_core/mixed/mixed_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace opdk {
namespace {

constexpr size_t kNamedTypes = 6;
constexpr size_t kExamples = 3;

std::string Count(size_t count, const char* what) { return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s"); }

// Returns "Conv2D 20, Relu 19, …", the most frequent type first.
std::string TypeCounts(const MixedGraph& graph, const std::vector<size_t>& nodes, size_t most) {
  std::map<std::string, size_t> counts;
  for (const size_t node : nodes) ++counts[graph.nodes[node].type];
  std::vector<std::pair<std::string, size_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  for (size_t i = 0; i < std::min(sorted.size(), most); ++i) {
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", sorted[i].first, sorted[i].second);
  }
  return sorted.size() > most ? text + ", …" : text;
}

// Returns why a node stays: the selection's reason, or what the node itself is.
std::string WhyItStays(const MixedNode& node, const std::string& selected) {
  if (!selected.empty()) return selected;
  return IsCopied(node) ? "used by what stays, or by nothing" : "the framework's own";
}

// Returns a line per reason, with the types of the operators that stay for this reason. The lines count all nodes that
// stay.
std::string Stays(const MixedGraph& graph, const MixedSelection& selection, const MixedPartition& partition) {
  std::map<std::string, std::vector<size_t>> groups;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    if (partition.cluster_of[i] != kOnHost) continue;
    groups[WhyItStays(graph.nodes[i], selection.why[i])].push_back(i);
  }
  std::string text;
  for (const auto& [why, nodes] : groups) {
    std::string names;
    for (size_t i = 0; i < std::min(nodes.size(), kExamples); ++i) {
      names += (i == 0 ? "" : ", ") + graph.nodes[nodes[i]].name;
    }
    text += fmt::format("  stays: {}: {} ({}{})\n", TypeCounts(graph, nodes, nodes.size()), why, names,
                        nodes.size() > kExamples ? ", …" : "");
  }
  return text;
}

}  // namespace

std::string MixedReport(const MixedGraph& graph, const MixedSelection& selection, const MixedPartition& partition) {
  const auto is = [](int kind) { return [kind](int cluster) { return cluster == kind; }; };
  const std::vector<int>& placed = partition.cluster_of;
  const auto down = static_cast<size_t>(std::count_if(placed.begin(), placed.end(), [](int c) { return c >= 0; }));
  const auto stays = static_cast<size_t>(std::count_if(placed.begin(), placed.end(), is(kOnHost)));
  std::string text =
      fmt::format("{} down in {}, {}\n", down == 1 ? "1 node goes" : fmt::format("{} nodes go", down),
                  Count(partition.clusters.size(), "cluster"), stays == 1 ? "1 stays" : fmt::format("{} stay", stays));
  for (size_t i = 0; i < partition.clusters.size(); ++i) {
    const MixedCluster& cluster = partition.clusters[i];
    text += fmt::format("  cluster {}: {} ({}), {}, {}, {}\n", i, Count(cluster.nodes.size(), "node"),
                        TypeCounts(graph, cluster.nodes, kNamedTypes), Count(cluster.copies.size(), "constant"),
                        Count(cluster.inputs.size(), "input"), Count(cluster.outputs.size(), "output"));
  }
  text += Stays(graph, selection, partition);
  for (const std::string& note : selection.notes) text += "  " + note + "\n";
  return text;
}

}  // namespace opdk
