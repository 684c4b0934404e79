#include "graph_core/host/summary_values.h"

#include <fmt/format.h>

#include "graph_core/ir/node_kind.h"

namespace opdk {
namespace {

Status NoSummaryIn(const Graph& graph, const std::string& place) {
  for (const Node* node : graph.nodes()) {
    if (node->Is(kSummary)) {
      return Status(ErrorCode::kGraphInvalid, "a value inside of a region is gone when the run ends")
          .At(fmt::format("node {}{} (Summary)", place, node->name()))
          .Hint("make the value an output of the control operator, and show that");
    }
    for (const Region& region : node->regions()) {
      OPDK_TRY(NoSummaryIn(*region.graph, fmt::format("{}{}/{}/", place, node->name(), region.name)));
    }
  }
  return Status();
}

}  // namespace

Result<std::vector<std::string>> TakeSummaries(Graph& graph) {
  std::vector<Node*> summaries;
  for (Node* node : graph.nodes()) {
    if (node->Is(kSummary)) summaries.push_back(node);
    for (const Region& region : node->regions()) {
      OPDK_TRY(NoSummaryIn(*region.graph, fmt::format("{}/{}/", node->name(), region.name)));
    }
  }
  Node* const net_output = graph.net_output();
  auto* output_names = std::get_if<std::vector<std::string>>(&net_output->op().attrs["output_names"]);
  std::vector<std::string> names;
  for (Node* summary : summaries) {
    const Endpoint shown = summary->input(0);
    const Port& port = shown.node->op().outputs.at(static_cast<size_t>(shown.index));
    const int slot = graph.AppendInput(net_output, {fmt::format("x{}", net_output->inputs().size()), 0, port.desc});
    graph.Connect(shown, net_output, slot);
    if (output_names != nullptr) output_names->push_back(summary->name());
    names.push_back(summary->name());
    graph.Remove(summary);
  }
  return names;
}

}  // namespace opdk
