#include "graph_core/program/program.h"

#include <fmt/format.h>

namespace opdk {
namespace {

Status Number(const Graph& graph, std::vector<Node*>& nodes) {
  OPDK_TRY(const std::vector<Node*> order, graph.TopologicalOrder());
  for (Node* node : order) {
    nodes.push_back(node);
    if (!IsControl(*node)) continue;
    for (const Region& region : node->regions()) OPDK_TRY(Number(*region.graph, nodes));
  }
  return Status();
}

}  // namespace

Result<std::vector<Node*>> NumberedNodes(const Graph& graph) {
  std::vector<Node*> nodes;
  OPDK_TRY(Number(graph, nodes));
  return nodes;
}

std::string StepPlace(const Node& node) {
  const Placement& placement = node.placement();
  std::string place = fmt::format("node {} ({}), engine {}", node.name(), node.type(), placement.engine);
  return placement.package.empty() ? place : fmt::format("{}, package {}", place, placement.package);
}

}  // namespace opdk
