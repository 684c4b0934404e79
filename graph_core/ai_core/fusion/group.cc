#include "graph_core/ai_core/fusion/group.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

#include "graph_core/ai_core/node_plan.h"
#include "graph_core/ai_core/operator_expression.h"
#include "graph_core/compilation/value_inputs.h"
#include "graph_core/ir/node_kind.h"

namespace opdk {
namespace {

constexpr size_t kNamesShown = 4;

Port PortLike(const std::string& prefix, size_t number, const ge::TensorDesc& desc) {
  return {fmt::format("{}{}", prefix, number), 0, desc};
}

bool Contains(std::span<Node* const> nodes, const Node* node) {
  return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
}

// Distinct outside sources of the group's inputs, in order of first use.
std::vector<Endpoint> Sources(std::span<Node* const> nodes) {
  std::vector<Endpoint> sources;
  for (const Node* node : nodes) {
    for (const Endpoint& from : node->inputs()) {
      bool known = from.node == nullptr || Contains(nodes, from.node) ||
                   std::find(sources.begin(), sources.end(), from) != sources.end();
      if (!known) sources.push_back(from);
    }
  }
  return sources;
}

OpDesc FusedDesc(std::span<Node* const> nodes, const std::vector<Endpoint>& sources) {
  OpDesc op;
  op.type = kFusedOp;
  std::vector<std::string> names;
  for (const Node* node : nodes) names.push_back(node->name());
  if (names.size() > kNamesShown) names.erase(names.begin() + 1, names.end() - (kNamesShown - 1));
  op.name = fmt::format("{}", fmt::join(names, "__"));
  op.ir_inputs = {{"x", PortKind::kDynamic, ""}};
  op.ir_outputs = {{"y", PortKind::kDynamic, ""}};
  for (const Endpoint& from : sources) {
    op.inputs.push_back(PortLike("x", op.inputs.size(), from.node->op().outputs[static_cast<size_t>(from.index)].desc));
  }
  for (const Port& port : nodes.back()->op().outputs) {
    op.outputs.push_back(PortLike("y", op.outputs.size(), port.desc));
  }
  return op;
}

OpDesc DataDesc(const Port& port, size_t index) {
  OpDesc op;
  op.name = fmt::format("data{}", index);
  op.type = kData;
  op.ir_inputs = {{"x", PortKind::kOptional, ""}};
  op.ir_outputs = {{"y", PortKind::kRequired, ""}};
  op.outputs.push_back({"y", 0, port.desc});
  op.attrs["index"] = static_cast<int64_t>(index);
  return op;
}

// Moves the nodes, whose outside edges are given, into a body.
std::unique_ptr<Graph> MakeBody(Graph& graph, std::span<Node* const> nodes, const std::vector<Endpoint>& sources,
                                const OpDesc& fused) {
  auto body = std::make_unique<Graph>(fused.name);
  std::vector<Node*> data;
  for (size_t i = 0; i < sources.size(); ++i) data.push_back(body->AddNode(DataDesc(fused.inputs[i], i)));
  std::vector<std::vector<Endpoint>> inputs;
  for (Node* node : nodes) inputs.push_back(node->inputs());
  for (Node* node : nodes) {
    for (size_t i = 0; i < node->inputs().size(); ++i) graph.Disconnect(node, static_cast<int>(i));
  }
  std::vector<Node*> moved;
  for (Node* node : nodes) moved.push_back(body->Adopt(graph, node));
  for (size_t n = 0; n < nodes.size(); ++n) {
    for (size_t i = 0; i < inputs[n].size(); ++i) {
      Endpoint from = inputs[n][i];
      if (from.node == nullptr) continue;
      auto source = std::find(sources.begin(), sources.end(), from);
      if (source != sources.end()) from = {data[static_cast<size_t>(source - sources.begin())], 0};
      body->Connect(from, moved[n], static_cast<int>(i));
    }
  }
  OpDesc outputs;
  outputs.name = "outputs";
  outputs.type = kNetOutput;
  outputs.ir_inputs = {{"x", PortKind::kDynamic, ""}};
  Node* net_output = body->AddNode(std::move(outputs));
  for (size_t i = 0; i < fused.outputs.size(); ++i) {
    int input = body->AppendInput(net_output, PortLike("x", i, fused.outputs[i].desc));
    body->Connect({moved.back(), static_cast<int>(i)}, net_output, input);
  }
  return body;
}

}  // namespace

bool MayFuse(const Node& node, const PackageRegistry& packages) {
  if (IsStructural(node) || node.placement().package.empty()) return false;
  if (!node.control_inputs().empty() || !node.control_outputs().empty()) return false;
  const OperatorProvider* provider = ProviderOf(packages, node.type(), node.placement().package);
  return provider != nullptr && provider->op_compute != nullptr && !IsPureView(node, packages);
}

Node* OnlyReader(const Node& node) {
  Node* reader = nullptr;
  for (size_t i = 0; i < node.op().outputs.size(); ++i) {
    for (const Use& use : node.uses(static_cast<int>(i))) {
      if (reader != nullptr && use.node != reader) return nullptr;
      reader = use.node;
    }
  }
  return reader;
}

Node* FuseGroup(Graph& graph, std::span<Node* const> nodes) {
  std::vector<Endpoint> sources = Sources(nodes);
  OpDesc desc = FusedDesc(nodes, sources);
  Node* last = nodes.back();
  Node* fused = graph.AddNode(desc);
  fused->placement() = last->placement();
  for (size_t i = 0; i < sources.size(); ++i) graph.Connect(sources[i], fused, static_cast<int>(i));
  for (size_t i = 0; i < last->op().outputs.size(); ++i) {
    graph.ReplaceUses({last, static_cast<int>(i)}, {fused, static_cast<int>(i)});
  }
  fused->set_body(MakeBody(graph, nodes, sources, desc));
  return fused;
}

Result<StepPlan> PlanOfGroup(std::span<Node* const> nodes, const PackageRegistry& packages) {
  std::vector<Endpoint> sources = Sources(nodes);
  bool exact = true;
  std::map<std::pair<const Node*, int>, tbe::Tensor> values;
  OPDK_TRY(Fence(
      [&] {
        for (size_t i = 0; i < sources.size(); ++i) {
          const Endpoint& from = sources[i];
          values[{from.node, from.index}] = InputExpression(*from.node, from.index, static_cast<int>(i), &exact);
        }
        return Status();
      },
      [&] { return "the inputs of a group that ends in node " + nodes.back()->name(); }));
  for (const Node* node : nodes) {
    std::vector<tbe::Tensor> operands;
    for (const Endpoint& from : node->inputs()) {
      operands.push_back(from.node == nullptr ? tbe::Tensor() : values.at({from.node, from.index}));
    }
    OpDesc op = ConcreteDesc(node->op(), &exact);
    const OperatorProvider* provider = ProviderOf(packages, node->type(), node->placement().package);
    OPDK_TRY(std::vector<tbe::Tensor> outputs, CallOpCompute(op, *provider, operands, ConstantsOf(*node)));
    for (size_t i = 0; i < outputs.size(); ++i) values[{node, static_cast<int>(i)}] = outputs[i];
  }
  std::vector<tbe::Tensor> outputs;
  const Node& last = *nodes.back();
  for (size_t i = 0; i < last.op().outputs.size(); ++i) outputs.push_back(values.at({&last, static_cast<int>(i)}));
  return MakePlan(outputs, NeededOutputs(last), static_cast<int>(sources.size()));
}

}  // namespace opdk
