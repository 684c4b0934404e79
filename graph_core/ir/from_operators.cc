#include "graph_core/ir/from_operators.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "graph_core/ir/variables.h"
#include "opdk/author_graph.h"

namespace opdk {

namespace {

Status Invalid(const OpDesc& op, std::string message) {
  return Status(ErrorCode::kGraphInvalid, std::move(message)).At(fmt::format("node {} ({})", op.name, op.type));
}

// The nodes of the authored operators. Handles to one operator share their data, so its address identifies it.
using NodeOf = std::unordered_map<const OpDesc*, Node*>;

Status AddRegions(const ge::Operator& op, Node& node) {
  for (const std::string& name : op.GetSubgraphNames()) {
    const ge::Operator::SubgraphBuilder builder = op.GetSubgraphBuilder(name);
    if (builder == nullptr) {
      return Invalid(node.op(), fmt::format("its subgraph {} is not set", name))
          .Hint(fmt::format("call set_subgraph_builder_{}() with a function that builds it", name));
    }
    Result<Graph> region = FromOperators(builder());
    if (!region.ok()) return std::move(region).status().At(fmt::format("subgraph {} of node {}", name, node.name()));
    node.AddRegion(name, std::make_unique<Graph>(*std::move(region)));
  }
  return {};
}

Status AddNodes(const std::vector<ge::Operator>& operators, Graph& graph, NodeOf& nodes) {
  for (const ge::Operator& op : operators) {
    const OpDesc& desc = DescOf(op);
    if (graph.Find(desc.name) != nullptr) {
      return Invalid(desc, fmt::format("two operators are called {}", desc.name))
          .Hint("an operator's name must be unique in its graph");
    }
    Node* node = graph.AddNode(desc);
    nodes.emplace(&desc, node);
    OPDK_TRY(AddRegions(op, *node));
  }
  return {};
}

Status Link(const std::vector<ge::Operator>& operators, Graph& graph, const NodeOf& nodes) {
  for (const ge::Operator& op : operators) {
    Node* node = nodes.at(&DescOf(op));
    std::vector<OperatorLink> links = LinksOf(op);
    for (size_t i = 0; i < links.size() && i < node->op().inputs.size(); ++i) {
      const Port& port = node->op().inputs[i];
      if (links[i].source == nullptr) {
        const std::vector<IrPort>& declared = node->op().ir_inputs;
        bool known = port.ir_index >= 0 && static_cast<size_t>(port.ir_index) < declared.size();
        // The caller feeds the input of a Data, and nothing feeds the input of a Variable.
        if (!known || declared[static_cast<size_t>(port.ir_index)].kind == PortKind::kOptional || node->Is(kData) ||
            node->Is(kVariable)) {
          continue;
        }
        return Invalid(node->op(), fmt::format("input {} is not linked", port.name))
            .Hint(fmt::format("call set_input_{}() with the operator that feeds it", port.name));
      }
      auto source = nodes.find(&DescOf(*links[i].source));
      OPDK_CHECK(source != nodes.end(), "OperatorsOf() left out a producer of " + node->name());
      int output = links[i].source_output;
      if (output < 0 || static_cast<size_t>(output) >= source->second->op().outputs.size()) {
        return Invalid(node->op(), fmt::format("input {} is linked to output {} of {}, which has {} outputs", port.name,
                                               output, source->second->name(), source->second->op().outputs.size()));
      }
      graph.Connect({source->second, output}, node, static_cast<int>(i));
    }
    for (ge::Operator* control : ControlLinksOf(op)) graph.ConnectControl(nodes.at(&DescOf(*control)), node);
  }
  return {};
}

// Numbers the Data nodes in the order of SetInputs(). Nodes that SetInputs() left out follow, by their own index.
void NumberInputs(const AuthorGraph& authored, const Graph& graph, const NodeOf& nodes) {
  int64_t next = 0;
  std::vector<const Node*> numbered;
  auto number = [&](Node* node) {
    if (!node->Is(kData) || std::find(numbered.begin(), numbered.end(), node) != numbered.end()) return;
    node->op().attrs["index"] = next++;
    numbered.push_back(node);
  };
  std::vector<Node*> by_index = graph.inputs();
  for (const ge::Operator& input : authored.inputs) number(nodes.at(&DescOf(input)));
  for (Node* node : by_index) number(node);
}

Status AddNetOutput(const AuthorGraph& authored, Graph& graph, const NodeOf& nodes) {
  if (graph.net_output() != nullptr) return {};
  if (authored.outputs.empty() && authored.targets.empty()) {
    return Status(ErrorCode::kGraphInvalid, "the graph has no outputs")
        .Hint("name them with Graph::SetOutputs(), or what runs without them with Graph::SetTargets()");
  }
  std::vector<std::string> names;
  if (auto given = authored.attrs.find("output_names"); given != authored.attrs.end()) {
    const auto* list = std::get_if<std::vector<std::string>>(&given->second);
    if (list == nullptr || list->size() != authored.outputs.size()) {
      return Status(ErrorCode::kGraphInvalid,
                    fmt::format("graph attribute output_names must list {} names", authored.outputs.size()));
    }
    names = *list;
  }
  OpDesc op;
  op.name = "net_output";
  op.type = kNetOutput;
  op.ir_inputs.push_back({"x", PortKind::kDynamic, ""});
  Node* net_output = graph.AddNode(std::move(op));
  bool named = !names.empty();
  for (const auto& [source, index] : authored.outputs) {
    Node* node = nodes.at(&DescOf(source));
    if (index < 0 || static_cast<size_t>(index) >= node->op().outputs.size()) {
      return Invalid(node->op(), fmt::format("is a graph output with number {}, but has {} outputs", index,
                                             node->op().outputs.size()));
    }
    const Port& port = node->op().outputs[static_cast<size_t>(index)];
    int slot = graph.AppendInput(net_output, {fmt::format("x{}", net_output->inputs().size()), 0, port.desc});
    graph.Connect({node, index}, net_output, slot);
    if (!named) names.push_back(fmt::format("{}:{}", node->name(), port.name));
  }
  net_output->op().attrs["output_names"] = std::move(names);
  for (const ge::Operator& target : authored.targets) {
    graph.ConnectControl(nodes.at(&DescOf(target)), net_output);
  }
  return {};
}

}  // namespace

Result<Graph> FromOperators(const ge::Graph& authored_graph) {
  if (IsEmpty(authored_graph)) {
    return Status(ErrorCode::kGraphInvalid, "the graph is empty").Hint("give it a name, inputs and outputs");
  }
  const AuthorGraph& authored = DataOf(authored_graph);
  Graph graph(authored.name);
  graph.attrs() = authored.attrs;
  graph.attrs().erase("output_names");  // the NetOutput has them from here on
  std::string place = fmt::format("graph {}", authored.name);
  std::vector<ge::Operator> operators = OperatorsOf(authored_graph);
  NodeOf nodes;
  if (Status added = AddNodes(operators, graph, nodes); !added.ok()) return std::move(added).At(place);
  if (Status linked = Link(operators, graph, nodes); !linked.ok()) return std::move(linked).At(place);
  NumberInputs(authored, graph, nodes);
  if (Status ended = AddNetOutput(authored, graph, nodes); !ended.ok()) return std::move(ended).At(place);
  return graph;
}

}  // namespace opdk
