#include "graph_core/program/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

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

StreamCounts CountStreams(const Program& program) {
  StreamCounts counts;
  for (const Function& function : program.functions) {
    std::set<int> waited_for;
    for (const StreamSection& section : function.sections) {
      counts.streams = std::max(counts.streams, section.streams);
      counts.steps += section.end - section.begin;
    }
    for (const Step& step : function.steps) waited_for.insert(step.waits.begin(), step.waits.end());
    counts.events += static_cast<int>(waited_for.size());
  }
  return counts;
}

std::string StepPlace(const Node& node) {
  const Placement& placement = node.placement();
  std::string place = fmt::format("node {} ({}), engine {}", node.name(), node.type(), placement.engine);
  return placement.package.empty() ? place : fmt::format("{}, package {}", place, placement.package);
}

}  // namespace opdk
