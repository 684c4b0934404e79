// Topological order, and the cycle that prevents one.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <mutex>
#include <queue>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "graph_core/ir/graph_index.h"

namespace opdk {

namespace {

// Returns one cycle as "a -> b -> a". Each node that could not be ordered has a producer that could not be ordered
// either, so walking backwards must meet a node twice.
std::string DescribeCycle(const Node* start, const std::unordered_set<const Node*>& unordered) {
  std::vector<const Node*> path;
  std::unordered_map<const Node*, size_t> seen;
  const Node* node = start;
  while (!seen.contains(node)) {
    seen.emplace(node, path.size());
    path.push_back(node);
    const Node* producer = nullptr;
    for (const Endpoint& input : node->inputs()) {
      if (producer == nullptr && input.node != nullptr && unordered.contains(input.node)) producer = input.node;
    }
    for (const Node* control : node->control_inputs()) {
      if (producer == nullptr && unordered.contains(control)) producer = control;
    }
    node = producer;
  }
  std::vector<const Node*> cycle(path.begin() + static_cast<std::ptrdiff_t>(seen.at(node)), path.end());
  std::reverse(cycle.begin(), cycle.end());
  // Starts at the oldest node, so that the message does not depend on where the walk began.
  auto oldest =
      std::min_element(cycle.begin(), cycle.end(), [](const Node* a, const Node* b) { return a->id() < b->id(); });
  std::rotate(cycle.begin(), oldest, cycle.end());
  constexpr size_t kShown = 12;
  std::string text;
  for (size_t i = 0; i < cycle.size() && i < kShown; ++i) text += cycle[i]->name() + " -> ";
  if (cycle.size() > kShown) text += fmt::format("({} more) -> ", cycle.size() - kShown);
  return text + cycle.front()->name();
}

bool IsBehindItsProducers(const Node& node) {
  const auto older = [&](const Node* producer) { return producer == nullptr || producer->id() < node.id(); };
  return std::all_of(node.inputs().begin(), node.inputs().end(),
                     [&](const Endpoint& input) { return older(input.node); }) &&
         std::all_of(node.control_inputs().begin(), node.control_inputs().end(), older);
}

}  // namespace

Result<std::vector<Node*>> Graph::TopologicalOrder() const {
  if (nodes_.empty()) return std::vector<Node*>();
  const std::lock_guard lock(index_->mutex);
  if (!index_->order.empty()) return index_->order;
  const std::vector<Node*>& all = NodesById();
  if (std::all_of(all.begin(), all.end(), [](const Node* node) { return IsBehindItsProducers(*node); })) {
    return index_->order = all;
  }
  // Nodes stand by id, and their ids lie close together: a list by id needs no hashing.
  const int64_t first_id = nodes_.front()->id();
  std::vector<size_t> missing(static_cast<size_t>(nodes_.back()->id() - first_id + 1));
  const auto missing_of = [&](const Node* node) -> size_t& {
    return missing.at(static_cast<size_t>(node->id() - first_id));
  };
  using Ready = std::pair<int64_t, Node*>;
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready;
  for (const auto& node : nodes_) {
    size_t producers = node->control_inputs_.size();
    for (const Endpoint& input : node->inputs_) producers += input.node != nullptr ? 1 : 0;
    missing_of(node.get()) = producers;
    if (producers == 0) ready.emplace(node->id(), node.get());
  }
  std::vector<Node*> order;
  order.reserve(nodes_.size());
  while (!ready.empty()) {
    Node* node = ready.top().second;
    ready.pop();
    order.push_back(node);
    auto produced = [&](Node* consumer) {
      if (--missing_of(consumer) == 0) ready.emplace(consumer->id(), consumer);
    };
    for (const std::vector<Use>& uses : node->uses_) {
      for (const Use& use : uses) produced(use.node);
    }
    for (Node* consumer : node->control_outputs_) produced(consumer);
  }
  if (order.size() == nodes_.size()) return index_->order = std::move(order);

  std::unordered_set<const Node*> unordered;
  const Node* first = nullptr;
  for (const auto& node : nodes_) {
    if (missing_of(node.get()) == 0) continue;
    unordered.insert(node.get());
    if (first == nullptr) first = node.get();
  }
  return Status(ErrorCode::kGraphCycle, fmt::format("the nodes form a cycle: {}", DescribeCycle(first, unordered)))
      .At(fmt::format("graph {}", name_))
      .Hint("a node can't depend on its own result; cut one of these edges");
}

}  // namespace opdk
