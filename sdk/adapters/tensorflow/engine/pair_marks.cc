#include "sdk/adapters/tensorflow/engine/pair_marks.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "sdk/adapters/tensorflow/abi.h"
#include "sdk/adapters/tensorflow/engine/host_graph.h"

namespace opdk::tensorflow_adapter {
namespace {

using tensorflow::GraphDef;
using tensorflow::NodeDef;

// Adds the nodes as which calls were written out, and drops the name of a call of which nothing else is left.
void WriteOutCalls(const MixedGraph& graph, const std::set<std::string>& calls, std::vector<std::string>& names) {
  std::vector<std::string> all;
  for (const std::string& name : names) {
    const size_t before = all.size();
    bool is_node = false;
    for (size_t i = 0; calls.contains(name) && i < graph.nodes.size(); ++i) {
      is_node = is_node || graph.nodes[i].name == name;
      if (graph.nodes[i].name.starts_with(name + "/")) all.push_back(graph.nodes[i].name);
    }
    if (is_node || all.size() == before) all.push_back(name);
  }
  names = std::move(all);
}

// Adds the unmarked nodes that have to stay because of a pair whose nodes stay, directly or by way of others.
void AddUnmarked(const MixedGraph& graph, const std::vector<bool>& unmarked, std::vector<size_t>& members) {
  if (members.empty()) {
    for (size_t i = 0; i < unmarked.size(); ++i) {
      if (unmarked[i]) members.push_back(i);
    }
    return;
  }
  std::vector<std::vector<size_t>> neighbors(graph.nodes.size());
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    for (const MixedInput& input : graph.nodes[i].inputs) {
      neighbors[i].push_back(input.value.node);
      neighbors[input.value.node].push_back(i);
    }
  }
  std::vector<bool> is_member(graph.nodes.size());
  for (const size_t member : members) is_member[member] = true;
  // One node that an optimizer has made may be several nodes here, of which only the ends touch others.
  for (size_t next = 0; next < members.size(); ++next) {
    for (const size_t neighbor : neighbors[members[next]]) {
      if (!unmarked[neighbor] || is_member[neighbor]) continue;
      is_member[neighbor] = true;
      members.push_back(neighbor);
    }
  }
}

}  // namespace

Result<std::vector<std::vector<int64_t>>> MarkPairs(const GraphDef& graph, const std::set<std::string>& calls,
                                                    const MixedOptions& options) {
  std::vector<std::vector<int64_t>> marks;
  if (options.in_out_pair.empty() || !options.mix_compile_mode) return marks;
  OPDK_TRY(std::vector<InOutPair> pairs, ParseInOutPairs(options.in_out_pair));
  OPDK_TRY(const MixedGraph links, ReadLinks(graph));
  for (size_t number = 0; number < pairs.size(); ++number) {
    WriteOutCalls(links, calls, pairs[number].in);
    WriteOutCalls(links, calls, pairs[number].out);
    std::vector<std::string> notes;
    const std::vector<bool> within = NodesWithin(links, {pairs[number]}, {}, notes);
    if (std::find(within.begin(), within.end(), true) == within.end()) continue;
    marks.resize(within.size());
    const auto mark = static_cast<int64_t>(number) + 1;
    for (size_t i = 0; i < within.size(); ++i) marks[i].push_back(within[i] ? mark : -mark);
  }
  return marks;
}

Result<ResolvedPairs> ReadPairs(const GraphDef& whole, const MixedGraph& graph, const MixedOptions& options) {
  ResolvedPairs resolved;
  if (options.in_out_pair.empty() || !options.mix_compile_mode) return resolved;
  OPDK_TRY(const std::vector<InOutPair> pairs, ParseInOutPairs(options.in_out_pair));
  std::vector<bool> unmarked(graph.nodes.size());
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const NodeDef& node = whole.node(static_cast<int>(i));
    const auto marks = node.attr().find(OPDK_TF_PAIRS);
    if (marks == node.attr().end()) {
      unmarked[i] = !graph.nodes[i].is_border && !IsCopied(graph.nodes[i]);
      continue;
    }
    for (const int64_t mark : marks->second.list().i()) {
      const auto number = static_cast<size_t>(std::abs(mark) - 1);
      if (mark == 0 || number >= pairs.size()) continue;
      std::vector<size_t>& members = resolved[number];
      if (mark > 0) members.push_back(i);
    }
  }
  if (options.in_out_pair_flag) return resolved;
  for (auto& [number, members] : resolved) AddUnmarked(graph, unmarked, members);
  return resolved;
}

}  // namespace opdk::tensorflow_adapter
