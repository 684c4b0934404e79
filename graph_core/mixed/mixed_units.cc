#include "graph_core/mixed/mixed_units.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "graph_core/mixed/cluster_graph.h"

namespace opdk {
namespace {

// Tarjan's components, without recursion, because graphs are as deep as they are long. Edges are followed to producers,
// so components come out producers first.
class Components {
 public:
  explicit Components(std::vector<std::vector<size_t>> producers)
      : producers_(std::move(producers)), number_(producers_.size(), 0), low_(producers_.size(), 0) {}

  std::vector<std::vector<size_t>> Find() {
    for (size_t start = 0; start < producers_.size(); ++start) {
      if (number_[start] == 0) Visit(start);
    }
    return std::move(found_);
  }

 private:
  void Enter(size_t node) {
    number_[node] = low_[node] = ++count_;
    stack_.push_back(node);
    path_.emplace_back(node, 0);
  }

  void Visit(size_t start) {
    Enter(start);
    while (!path_.empty()) {
      const size_t node = path_.back().first;
      if (path_.back().second < producers_[node].size()) {
        const size_t next = producers_[node][path_.back().second++];
        if (number_[next] == 0) {
          Enter(next);
        } else if (number_[next] <= producers_.size()) {
          low_[node] = std::min(low_[node], number_[next]);
        }
        continue;
      }
      path_.pop_back();
      if (!path_.empty()) low_[path_.back().first] = std::min(low_[path_.back().first], low_[node]);
      if (low_[node] == number_[node]) Close(node);
    }
  }

  void Close(size_t first) {
    std::vector<size_t>& component = found_.emplace_back();
    size_t node = 0;
    do {
      node = stack_.back();
      stack_.pop_back();
      number_[node] = producers_.size() + 1;  // left the stack
      component.push_back(node);
    } while (node != first);
  }

  std::vector<std::vector<size_t>> producers_;
  std::vector<size_t> number_, low_, stack_;
  std::vector<std::pair<size_t, size_t>> path_;  // a node, and the index of its next producer
  std::vector<std::vector<size_t>> found_;
  size_t count_ = 0;
};

bool CanGoDown(const MixedNode& node) { return node.refusal.empty() && !node.is_border && !IsCopied(node); }

// Returns, by node, the representative of its group. A group is a frame, or nodes that share references, strings or
// resources. Nodes that stay anyway join no group.
std::vector<size_t> Inseparable(const MixedGraph& graph) {
  std::unordered_map<std::string, size_t> frames;
  ClusterGraph groups(graph.nodes.size());
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const MixedNode& node = graph.nodes[i];
    if (IsCopied(node)) continue;
    if (!node.frame.empty()) groups.Merge(groups.Find(frames.emplace(node.frame, i).first->second), groups.Find(i));
    for (const MixedInput& input : node.inputs) {
      const size_t from = input.value.node;
      if (!input.tied || !CanGoDown(node) || !CanGoDown(graph.nodes[from]) || graph.nodes[from].is_variable) continue;
      groups.Merge(groups.Find(from), groups.Find(i));
    }
  }
  std::vector<size_t> first(graph.nodes.size());
  for (size_t i = 0; i < first.size(); ++i) first[i] = groups.Find(i);
  return first;
}

}  // namespace

std::vector<size_t> MixedProducers(const MixedGraph& graph, size_t node) {
  std::vector<size_t> producers, open = {node}, seen;
  const auto visit = [&](size_t producer) {
    if (!IsCopied(graph.nodes[producer])) {
      producers.push_back(producer);
    } else if (std::find(seen.begin(), seen.end(), producer) == seen.end()) {
      seen.push_back(producer);
      open.push_back(producer);
    }
  };
  while (!open.empty()) {
    const MixedNode& current = graph.nodes[open.back()];
    open.pop_back();
    for (const MixedInput& input : current.inputs) visit(input.value.node);
    for (const size_t control : current.controls) visit(control);
  }
  std::sort(producers.begin(), producers.end());
  producers.erase(std::unique(producers.begin(), producers.end()), producers.end());
  return producers;
}

Result<std::vector<std::vector<size_t>>> FindMixedUnits(const MixedGraph& graph) {
  const std::vector<size_t> first = Inseparable(graph);
  std::vector<std::vector<size_t>> members(graph.nodes.size());
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    if (!IsCopied(graph.nodes[i])) members[first[i]].push_back(i);
  }
  std::vector<std::vector<size_t>> producers(graph.nodes.size());
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    if (IsCopied(graph.nodes[i])) continue;
    for (const size_t producer : MixedProducers(graph, i)) {
      if (first[producer] != first[i]) producers[first[i]].push_back(first[producer]);
      if (producer == i && graph.nodes[i].frame.empty()) {
        return Status(ErrorCode::kGraphCycle, fmt::format("node '{}' takes its own value", graph.nodes[i].name));
      }
    }
  }
  std::vector<std::vector<size_t>> units;
  for (const std::vector<size_t>& component : Components(std::move(producers)).Find()) {
    std::vector<size_t> unit;
    for (const size_t part : component) unit.insert(unit.end(), members[part].begin(), members[part].end());
    if (unit.empty()) continue;
    std::sort(unit.begin(), unit.end());
    // Such a component has no groups, whose nodes may depend on each other.
    if (component.size() > 1 && unit.size() == component.size()) {
      return Status(ErrorCode::kGraphCycle, fmt::format("node '{}' needs its own value, by way of '{}'",
                                                        graph.nodes[unit[0]].name, graph.nodes[unit[1]].name))
          .Hint("only the nodes of a loop may depend on each other");
    }
    units.push_back(std::move(unit));
  }
  return units;
}

}  // namespace opdk
