#include "tests/plugins/graph_summary.h"

#include <fmt/format.h>

#include <vector>

namespace opdk {

std::string Summary(const Graph& graph) {
  const auto order = graph.TopologicalOrder();
  if (!order.ok()) return order.status().ToString();
  std::string text;
  for (const Node* node : *order) {
    std::vector<std::string> inputs;
    for (const Endpoint& from : node->inputs()) {
      const std::string name = from.node == nullptr ? "_" : from.node->name();
      inputs.push_back(from.index == 0 ? name : fmt::format("{}:{}", name, from.index));
    }
    std::vector<std::string> before;
    for (const Node* control : node->control_inputs()) before.push_back(control->name());
    text += fmt::format("{} = {}({}){}{}\n", node->name(), node->type(), fmt::join(inputs, ", "),
                        before.empty() ? "" : " after ", fmt::join(before, ", "));
  }
  return text;
}

}  // namespace opdk
