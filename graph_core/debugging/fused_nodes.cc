#include "graph_core/debugging/fused_nodes.h"

#include "graph_core/package/placed_node.h"

namespace opdk {
namespace {

void Collect(const Graph& body, std::vector<std::string>& names) {
  for (const Node* node : body.nodes()) {
    if (!IsRun(*node)) continue;
    names.push_back(node->name());
    if (node->body() != nullptr) Collect(*node->body(), names);
  }
}

}  // namespace

std::vector<std::string> FusedNodes(const Node& node) {
  std::vector<std::string> names;
  if (node.body() != nullptr) Collect(*node.body(), names);
  return names;
}

}  // namespace opdk
