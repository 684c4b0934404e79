#include "graph_core/ir/from_operators.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "graph_core/ir/data_index.h"
#include "graph_core/ir/variables.h"
#include "opdk/author_graph.h"

namespace opdk {

namespace {

Status Invalid(const std::string& name, const std::string& type, const std::string& message) {
  return Status(ErrorCode::kGraphInvalid, message).At(fmt::format("node {} ({})", name, type));
}

Status Invalid(const OpDesc& op, const std::string& message) { return Invalid(op.name, op.type, message); }

// The nodes of the authored operators. Handles to one operator share their data, so its address identifies it.
using NodeOf = std::unordered_map<const OpDesc*, Node*>;

Result<std::vector<Region>> RegionsOf(const ge::Operator& op) {
  std::vector<Region> regions;
  for (const std::string& name : op.GetSubgraphNames()) {
    const ge::Operator::SubgraphBuilder builder = op.GetSubgraphBuilder(name);
    const OpDesc& desc = DescOf(op);
    if (builder == nullptr) {
      return Invalid(desc, fmt::format("its subgraph {} is not set", name))
          .Hint(fmt::format("call set_subgraph_builder_{}() with a function that builds it", name));
    }
    const ge::Graph shared = builder();  // perhaps by several regions, so its data are copied
    Result<Graph> region = FromOperators(shared);
    if (!region.ok()) return std::move(region).status().At(fmt::format("subgraph {} of node {}", name, desc.name));
    regions.push_back({name, std::make_unique<Graph>(*std::move(region))});
  }
  return regions;
}

// An operator, its node, and its links: these are read while the operator still has its data.
struct Added {
  const ge::Operator* op;
  Node* node;
  std::vector<OperatorLink> links;
};

// Adds a node for each operator. `take`: the data move from the operators to the nodes.
Result<std::vector<Added>> AddNodes(std::vector<ge::Operator>& operators, bool take, Graph& graph, NodeOf& nodes) {
  std::vector<Added> added;
  added.reserve(operators.size());
  nodes.reserve(operators.size());
  graph.Reserve(operators.size());
  for (ge::Operator& op : operators) {
    OpDesc& desc = DescOf(op);
    OPDK_TRY(std::vector<Region> regions, RegionsOf(op));
    std::vector<OperatorLink> links = LinksOf(op);
    const std::string name = desc.name;
    Node* node = graph.AddNode(take ? std::move(desc) : desc);
    // A name that another node has gets a number, and an empty one becomes the type.
    if (node->name() != name && !name.empty()) {
      return Invalid(name, node->type(), fmt::format("two operators are called {}", name))
          .Hint("an operator's name must be unique in its graph");
    }
    for (Region& region : regions) node->AddRegion(std::move(region.name), std::move(region.graph));
    nodes.emplace(&desc, node);
    added.push_back({&op, node, std::move(links)});
  }
  return added;
}

Status Link(const std::vector<Added>& added, Graph& graph, const NodeOf& nodes) {
  for (const auto& [op, node, links] : added) {
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
    for (ge::Operator* control : ControlLinksOf(*op)) graph.ConnectControl(nodes.at(&DescOf(*control)), node);
  }
  return {};
}

// Numbers the Data nodes in the order of SetInputs(). Nodes that SetInputs() left out follow, by their own index.
void NumberInputs(const AuthorGraph& authored, const Graph& graph, const NodeOf& nodes) {
  size_t next = 0;
  std::unordered_set<const Node*> numbered;
  auto number = [&](Node* node) {
    if (node->Is(kData) && numbered.insert(node).second) SetDataIndex(node->op(), next++);
  };
  std::vector<Node*> by_index = graph.inputs();
  for (const ge::Operator& input : authored.inputs) number(nodes.at(&DescOf(input)));
  for (Node* node : by_index) number(node);
}

Status AddNetOutput(const AuthorGraph& authored, Graph& graph, const NodeOf& nodes) {
  if (graph.net_output() != nullptr) return {};
  if (authored.outputs.empty() && authored.targets.empty()) {
    return Status(ErrorCode::kGraphInvalid, "the graph has no outputs")
        .Hint("name them with Graph::SetOutputs(), or nodes that run without outputs with Graph::SetTargets()");
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

// Converts a graph. `take`: nothing reads the operators later, so their data needn't be copied.
Result<Graph> Convert(const ge::Graph& authored_graph, bool take) {
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
  const Result<std::vector<Added>> added = AddNodes(operators, take, graph, nodes);
  if (!added.ok()) return Status(added.status()).At(place);
  if (Status linked = Link(*added, graph, nodes); !linked.ok()) return std::move(linked).At(place);
  NumberInputs(authored, graph, nodes);
  if (Status ended = AddNetOutput(authored, graph, nodes); !ended.ok()) return std::move(ended).At(place);
  return graph;
}

}  // namespace

Result<Graph> FromOperators(const ge::Graph& graph) { return Convert(graph, /*take=*/false); }

Result<Graph> FromOperators(ge::Graph&& graph) {
  const ge::Graph owned = std::move(graph);
  return Convert(owned, /*take=*/true);
}

}  // namespace opdk
