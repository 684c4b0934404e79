#include "graph_core/ir/to_operators.h"

#include <fmt/format.h>

#include <unordered_map>

#include "opdk/author_graph.h"

namespace opdk {

namespace {

// A handle to an operator through which subgraphs may be declared.
class SubgraphWriter : public ge::Operator {
 public:
  explicit SubgraphWriter(const ge::Operator& op) : Operator(op) {}
  using Operator::SetSubgraphBuilder;
  using Operator::SubgraphRegister;
};

Status AddSubgraphs(const Node& node, const ge::Operator& op) {
  SubgraphWriter writer(op);
  DescOf(op).ir_subgraphs.clear();
  for (const Region& region : node.regions()) {
    OPDK_TRY(ge::Graph graph, ToOperators(*region.graph));
    writer.SubgraphRegister(region.name, false);
    writer.SetSubgraphBuilder(region.name, 0, [graph] { return graph; });
  }
  return {};
}

}  // namespace

Result<ge::Graph> ToOperators(const Graph& graph) {
  OPDK_TRY(const std::vector<Node*> order, graph.TopologicalOrder());
  std::unordered_map<const Node*, ge::Operator> operators;
  operators.reserve(order.size());
  ge::Graph authored(graph.name());
  AuthorGraph& data = DataOf(authored);
  data.attrs = graph.attrs();
  for (const Node* node : graph.inputs()) {
    ge::Operator input(node->name(), node->type());
    operators.emplace(node, input);
    data.inputs.push_back(std::move(input));
  }
  for (const Node* node : order) {
    if (node->Is(kFusedOp)) {
      return Status(ErrorCode::kGraphInvalid, fmt::format("fused node {} has no operator form", node->name()));
    }
    if (node->Is(kNetOutput)) continue;
    ge::Operator op = operators.try_emplace(node, node->name(), node->type()).first->second;
    DescOf(op) = node->op();
    OPDK_TRY(AddSubgraphs(*node, op));
    for (size_t i = 0; i < node->inputs().size(); ++i) {
      const Endpoint& source = node->inputs()[i];
      if (source.node == nullptr) continue;
      op.SetInput(static_cast<uint32_t>(i), operators.at(source.node), static_cast<uint32_t>(source.index));
    }
    for (const Node* control : node->control_inputs()) op.AddControlInput(operators.at(control));
    // Nodes without users are part of the graph, too.
    if (!node->HasUses() && !node->Is(kData)) data.added.push_back(op);
  }
  const Node* net_output = graph.net_output();
  if (net_output == nullptr) return Status(ErrorCode::kGraphInvalid, "the graph has no NetOutput");
  for (const Endpoint& output : net_output->inputs()) {
    if (output.node != nullptr) data.outputs.emplace_back(operators.at(output.node), output.index);
  }
  for (const Node* target : net_output->control_inputs()) data.targets.push_back(operators.at(target));
  if (const auto* names = net_output->op().GetAttr<std::vector<std::string>>("output_names")) {
    data.attrs["output_names"] = *names;
  }
  return authored;
}

}  // namespace opdk
