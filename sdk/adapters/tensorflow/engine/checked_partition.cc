#include "sdk/adapters/tensorflow/engine/checked_partition.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "sdk/adapters/tensorflow/engine/cluster_model.h"

namespace opdk::tensorflow_adapter {
namespace {

// Returns whether the character may be part of a node's name. "conv1/Pads" belongs to "conv1": mappings derive the
// names of added nodes from the node's name.
bool IsPartOfName(char c) {
  return std::string_view("_./-").find(c) != std::string_view::npos || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

// Returns whether a text contains the node's name, or a name derived from it.
bool Names(const std::string& text, const std::string& name) {
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    const bool begins = at == 0 || !IsPartOfName(text[at - 1]);
    const bool ends = end == text.size() || !IsPartOfName(text[end]) || text[end] == '/' || text[end] == '_';
    if (begins && ends) return true;
  }
  return false;
}

// Returns the node of the cluster that an error names; all nodes of the cluster when it names none.
std::vector<size_t> Blamed(const MixedGraph& graph, const MixedCluster& cluster, const Status& error) {
  const std::string text = error.ToString();
  std::vector<size_t> blamed;
  for (const size_t node : cluster.nodes) {
    const std::string& name = graph.nodes[node].name;
    if (!Names(text, name)) continue;
    if (blamed.empty() || name.size() > graph.nodes[blamed.front()].name.size()) blamed = {node};
  }
  return blamed.empty() ? cluster.nodes : blamed;
}

// Returns the error's message; with its place when a package's function failed, since that isn't the graph's fault.
std::string ReasonOf(const Status& error) {
  const std::vector<std::string> places = error.places();
  const bool of_package = error.code() == ErrorCode::kKernelThrew || error.code() == ErrorCode::kGraphInvalid;
  return of_package && !places.empty() ? places.front() + ": " + error.message() : error.message();
}

}  // namespace

Result<CheckedPartition> PartitionChecked(const Packages& packages, const tensorflow::GraphDef& whole,
                                          MixedGraph& graph, const ResolvedPairs& resolved,
                                          const AdapterOptions& options) {
  std::set<std::vector<size_t>> good;  // clusters that were checked, by their nodes
  while (true) {
    CheckedPartition checked;
    OPDK_TRY(checked.partition, PartitionMixed(graph, options.mixed, resolved));
    bool refused = false;
    for (const MixedCluster& cluster : checked.partition.clusters) {
      ClusterGraphDef made = MakeClusterGraph(whole, graph, cluster);
      Status status;
      if (!good.contains(cluster.nodes)) status = CheckClusterGraph(packages, made.graph, made.outputs, options);
      if (status.ok()) {
        good.insert(cluster.nodes);
        checked.graphs.push_back(std::move(made));
        continue;
      }
      // A parameter that is wrong is no matter of the graph.
      if (status.code() == ErrorCode::kUsage) return status;
      refused = true;
      for (const size_t node : Blamed(graph, cluster, status)) graph.nodes[node].refusal = ReasonOf(status);
    }
    if (!refused) return checked;
  }
}

}  // namespace opdk::tensorflow_adapter
