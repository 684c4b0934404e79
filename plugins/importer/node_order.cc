#include "plugins/importer/node_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <queue>
#include <unordered_map>

namespace opdk::importer {
namespace {

using Title = std::function<std::string(size_t)>;
using Edges = std::vector<std::vector<size_t>>;

// Walks backwards among nodes that are not placed yet: each has an unplaced producer, so the walk must meet itself.
Status DescribeCycle(const Edges& producers, const std::vector<int>& waiting, const Title& title) {
  size_t at = 0;
  while (waiting[at] == 0) ++at;
  std::vector<size_t> path;
  std::vector<bool> met(waiting.size(), false);
  while (!met[at]) {
    met[at] = true;
    path.push_back(at);
    for (const size_t producer : producers[at]) {
      if (waiting[producer] > 0) {
        at = producer;
        break;
      }
    }
  }
  std::vector<std::string> cycle;
  for (auto it = std::find(path.begin(), path.end(), at); it != path.end(); ++it) cycle.push_back(title(*it));
  std::reverse(cycle.begin(), cycle.end());
  const std::string first = cycle.front();
  constexpr size_t kShown = 12;
  if (cycle.size() > kShown) {
    cycle.resize(kShown);
    cycle.emplace_back("...");
  }
  cycle.push_back(first);
  return Status(ErrorCode::kGraphCycle, fmt::format("the graph has a cycle: {}", fmt::join(cycle, " -> ")));
}

}  // namespace

Result<std::vector<size_t>> OrderNodes(const std::vector<NodeEnds>& nodes, const Title& title) {
  std::unordered_map<std::string_view, size_t> producer_of;
  for (size_t i = 0; i < nodes.size(); ++i) {
    for (const std::string_view output : nodes[i].outputs) {
      if (output.empty()) continue;
      auto [found, fresh] = producer_of.emplace(output, i);
      if (!fresh) {
        return Status(ErrorCode::kModelInvalid,
                      fmt::format("{} and {} both produce the value '{}'", title(found->second), title(i), output));
      }
    }
  }
  Edges producers(nodes.size());
  Edges consumers(nodes.size());
  std::vector<int> waiting(nodes.size(), 0);
  for (size_t i = 0; i < nodes.size(); ++i) {
    for (const std::string_view input : nodes[i].inputs) {
      auto found = producer_of.find(input);
      if (input.empty() || found == producer_of.end()) continue;
      producers[i].push_back(found->second);
      consumers[found->second].push_back(i);
      ++waiting[i];
    }
  }
  std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (waiting[i] == 0) ready.push(i);
  }
  std::vector<size_t> order;
  order.reserve(nodes.size());
  while (!ready.empty()) {
    const size_t i = ready.top();
    ready.pop();
    order.push_back(i);
    for (const size_t consumer : consumers[i]) {
      if (--waiting[consumer] == 0) ready.push(consumer);
    }
  }
  if (order.size() != nodes.size()) return DescribeCycle(producers, waiting, title);
  return order;
}

}  // namespace opdk::importer
