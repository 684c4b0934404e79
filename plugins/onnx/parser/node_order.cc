#include "plugins/onnx/parser/node_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <queue>
#include <unordered_map>

namespace opdk::onnx_plugin {
namespace {

using Nodes = google::protobuf::RepeatedPtrField<onnx::NodeProto>;
using Edges = std::vector<std::vector<int>>;

// Walks backwards among nodes that are not placed yet: each has an unplaced producer, so the walk must meet itself.
Status DescribeCycle(const Nodes& nodes, const Edges& producers, const std::vector<int>& waiting) {
  int at = 0;
  while (waiting[static_cast<size_t>(at)] == 0) ++at;
  std::vector<int> path;
  std::vector<bool> met(waiting.size(), false);
  while (!met[static_cast<size_t>(at)]) {
    met[static_cast<size_t>(at)] = true;
    path.push_back(at);
    for (int producer : producers[static_cast<size_t>(at)]) {
      if (waiting[static_cast<size_t>(producer)] > 0) {
        at = producer;
        break;
      }
    }
  }
  std::vector<std::string> cycle;
  for (auto it = std::find(path.begin(), path.end(), at); it != path.end(); ++it) {
    cycle.push_back(NodeTitle(nodes[*it]));
  }
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

std::string NodeTitle(const onnx::NodeProto& node) {
  const std::string& name = !node.name().empty() || node.output_size() == 0 ? node.name() : node.output(0);
  return fmt::format("node '{}' ({})", name, node.op_type());
}

Result<std::vector<const onnx::NodeProto*>> SortNodes(const Nodes& nodes) {
  std::unordered_map<std::string, int> producer_of;
  for (int i = 0; i < nodes.size(); ++i) {
    for (const auto& output : nodes[i].output()) {
      if (output.empty()) continue;
      auto [found, fresh] = producer_of.emplace(output, i);
      if (!fresh) {
        return Status(ErrorCode::kModelInvalid,
                      fmt::format("{} and {} both produce the value '{}'", NodeTitle(nodes[found->second]),
                                  NodeTitle(nodes[i]), output));
      }
    }
  }
  const auto count = static_cast<size_t>(nodes.size());
  Edges producers(count);
  Edges consumers(count);
  std::vector<int> waiting(count, 0);
  for (int i = 0; i < nodes.size(); ++i) {
    for (const auto& input : nodes[i].input()) {
      auto found = producer_of.find(input);
      if (input.empty() || found == producer_of.end()) continue;
      producers[static_cast<size_t>(i)].push_back(found->second);
      consumers[static_cast<size_t>(found->second)].push_back(i);
      ++waiting[static_cast<size_t>(i)];
    }
  }
  std::priority_queue<int, std::vector<int>, std::greater<>> ready;
  for (int i = 0; i < nodes.size(); ++i) {
    if (waiting[static_cast<size_t>(i)] == 0) ready.push(i);
  }
  std::vector<const onnx::NodeProto*> order;
  order.reserve(count);
  while (!ready.empty()) {
    const int i = ready.top();
    ready.pop();
    order.push_back(&nodes[i]);
    for (int consumer : consumers[static_cast<size_t>(i)]) {
      if (--waiting[static_cast<size_t>(consumer)] == 0) ready.push(consumer);
    }
  }
  if (order.size() != count) return DescribeCycle(nodes, producers, waiting);
  return order;
}

}  // namespace opdk::onnx_plugin
