// a = Exp(x), b = Mul(a, y) as a group:
//
//   before   x ─▶ Exp ─▶ Mul ─▶ reader      after   x, y ─▶ FusedOp ─▶ reader
//                 y ─────▲                                   body: Data 0, Data 1, Exp, Mul, NetOutput
//
// If somebody else reads a too, the FusedOp has two outputs, a and b, in the members' order.
#include "graph_core/engines/ai_core/fusion/group.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "graph_core/engines/ai_core/expression/node_inputs.h"
#include "graph_core/engines/ai_core/expression/operator_expression.h"
#include "graph_core/engines/ai_core/plan/node_plan.h"
#include "graph_core/engines/ai_core/plan/plan_memo.h"
#include "graph_core/engines/engine.h"
#include "graph_core/ir/data_index.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/package/fence.h"
#include "graph_core/package/placed_node.h"

namespace opdk {
namespace {

constexpr size_t kNamesShown = 4;

Port PortLike(const std::string& prefix, size_t number, const ge::TensorDesc& desc) {
  return {fmt::format("{}{}", prefix, number), 0, desc};
}

bool Contains(std::span<Node* const> nodes, const Node* node) {
  return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
}

const ge::TensorDesc& DescOf(const Endpoint& from) {
  return from.node->op().outputs[static_cast<size_t>(from.index)].desc;
}

OpDesc FusedDesc(std::span<Node* const> nodes, const std::vector<Endpoint>& sources,
                 const std::vector<Endpoint>& results) {
  OpDesc op;
  op.type = kFusedOp;
  std::vector<std::string> names;
  for (const Node* node : nodes) names.push_back(node->name());
  if (names.size() > kNamesShown) names.erase(names.begin() + 1, names.end() - (kNamesShown - 1));
  op.name = fmt::format("{}", fmt::join(names, "__"));
  op.ir_inputs = {{"x", PortKind::kDynamic, ""}};
  op.ir_outputs = {{"y", PortKind::kDynamic, ""}};
  for (const Endpoint& from : sources) op.inputs.push_back(PortLike("x", op.inputs.size(), DescOf(from)));
  for (const Endpoint& from : results) op.outputs.push_back(PortLike("y", op.outputs.size(), DescOf(from)));
  return op;
}

OpDesc DataDesc(const Port& port, size_t index) {
  OpDesc op;
  op.name = fmt::format("data{}", index);
  op.type = kData;
  op.ir_inputs = {{"x", PortKind::kOptional, ""}};
  op.ir_outputs = {{"y", PortKind::kRequired, ""}};
  op.outputs.push_back({"y", 0, port.desc});
  SetDataIndex(op, static_cast<size_t>(index));
  return op;
}

// Disconnects the edges into the nodes and returns them, one list per node.
std::vector<std::vector<Endpoint>> TakeEdges(Graph& graph, std::span<Node* const> nodes) {
  std::vector<std::vector<Endpoint>> edges;
  for (Node* node : nodes) {
    edges.push_back(node->inputs());
    for (size_t i = 0; i < node->inputs().size(); ++i) graph.Disconnect(node, static_cast<int>(i));
  }
  return edges;
}

// Moves the nodes, which nothing is connected to any more, into a body. `edges`: what TakeEdges gave.
std::unique_ptr<Graph> MakeBody(Graph& graph, std::span<Node* const> nodes,
                                const std::vector<std::vector<Endpoint>>& edges, const std::vector<Endpoint>& sources,
                                const std::vector<Endpoint>& results, const OpDesc& fused) {
  auto body = std::make_unique<Graph>(fused.name);
  std::map<std::pair<const Node*, int>, Endpoint> inside;
  for (size_t i = 0; i < sources.size(); ++i) {
    inside[{sources[i].node, sources[i].index}] = {body->AddNode(DataDesc(fused.inputs[i], i)), 0};
  }
  std::vector<Node*> moved;
  for (Node* node : nodes) {
    moved.push_back(body->Adopt(graph, node));
    for (int i = 0; i < static_cast<int>(moved.back()->op().outputs.size()); ++i) inside[{node, i}] = {moved.back(), i};
  }
  for (size_t n = 0; n < nodes.size(); ++n) {
    for (size_t i = 0; i < edges[n].size(); ++i) {
      const Endpoint& from = edges[n][i];
      if (from.node != nullptr) body->Connect(inside.at({from.node, from.index}), moved[n], static_cast<int>(i));
    }
  }
  OpDesc outputs;
  outputs.name = "outputs";
  outputs.type = kNetOutput;
  outputs.ir_inputs = {{"x", PortKind::kDynamic, ""}};
  Node* net_output = body->AddNode(std::move(outputs));
  for (size_t i = 0; i < results.size(); ++i) {
    int input = body->AppendInput(net_output, PortLike("x", i, fused.outputs[i].desc));
    body->Connect(inside.at({results[i].node, results[i].index}), net_output, input);
  }
  return body;
}

// Returns whether a view's shape is known when its kernel is planned: all inputs but the viewed one are constants.
bool OthersAreConstants(const Node& node, const PackageRegistry& packages) {
  int viewed = ViewInput(node, 0, packages);
  for (int i = 0; i < static_cast<int>(node.inputs().size()); ++i) {
    const Node* from = node.input(i).node;
    if (i != viewed && from != nullptr && !from->Is(kConst)) return false;
  }
  return true;
}

// Returns a reader of members from `first` on that needs no other inputs but constants; nullptr if there is none.
Node* ClosedReader(const std::vector<Node*>& group, size_t first, const PackageRegistry& packages) {
  for (size_t i = first; i < group.size(); ++i) {
    for (const Use& use : group[i]->uses(0)) {
      const std::vector<Endpoint>& inputs = use.node->inputs();
      const bool closed = std::all_of(inputs.begin(), inputs.end(), [&](const Endpoint& from) {
        return from.node == nullptr || from.node->ConstValue() != nullptr ||
               std::find(group.begin() + static_cast<std::ptrdiff_t>(first), group.end(), from.node) != group.end();
      });
      if (closed && !Contains(group, use.node) && MayFuse(*use.node, packages)) return use.node;
    }
  }
  return nullptr;
}

}  // namespace

std::vector<Endpoint> Sources(std::span<Node* const> nodes) {
  constexpr size_t kFew = 16;  // are searched one by one
  std::vector<Endpoint> sources;
  std::set<std::pair<const Node*, int>> known;
  const auto is_new = [&](const Endpoint& from) {
    if (sources.size() < kFew) return std::find(sources.begin(), sources.end(), from) == sources.end();
    if (known.empty()) {
      for (const Endpoint& source : sources) known.emplace(source.node, source.index);
    }
    return known.emplace(from.node, from.index).second;
  };
  for (const Node* node : nodes) {
    for (const Endpoint& from : node->inputs()) {
      if (from.node != nullptr && !Contains(nodes, from.node) && is_new(from)) sources.push_back(from);
    }
  }
  return sources;
}

std::vector<Endpoint> Results(std::span<Node* const> nodes) {
  std::vector<Endpoint> results;
  for (Node* node : nodes) {
    for (int i = 0; i < static_cast<int>(node->op().outputs.size()); ++i) {
      const std::vector<Use>& uses = node->uses(i);
      bool outside = std::any_of(uses.begin(), uses.end(), [&](const Use& use) { return !Contains(nodes, use.node); });
      if (outside) results.push_back({node, i});
    }
  }
  for (int i = 0; results.empty() && i < static_cast<int>(nodes.back()->op().outputs.size()); ++i) {
    results.push_back({nodes.back(), i});
  }
  return results;
}

bool MayFuse(const Node& node, const PackageRegistry& packages) {
  if (IsStructural(node) || node.placement().package.empty()) return false;
  if (!node.control_inputs().empty() || !node.control_outputs().empty()) return false;
  const OperatorProvider* provider = PlacedProvider(node, packages);
  if (IsPureView(node, packages)) return OthersAreConstants(node, packages);
  return provider != nullptr && provider->Kernel(kAiCoreEngine) != nullptr;
}

bool HasAxes(const Node& node, size_t count) {
  return std::any_of(node.op().inputs.begin(), node.op().inputs.end(), [&](const Port& port) {
    const std::vector<int64_t>& dims = port.desc.GetShape().GetDims();
    return dims.size() >= count || dims == ge::UNKNOWN_RANK;
  });
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

std::vector<Node*> Followers(const std::vector<Node*>& group, const PackageRegistry& packages) {
  if (Node* reader = OnlyReader(*group.back())) {
    return MayFuse(*reader, packages) ? std::vector<Node*>{reader} : std::vector<Node*>();
  }
  std::vector<Node*> grown = group;
  const size_t first = group.size() - 1;
  while (grown.size() < group.size() + kLongestSpelling) {
    Node* next = ClosedReader(grown, first, packages);
    if (next == nullptr) return {};
    grown.push_back(next);
    const bool met = std::all_of(grown.begin() + static_cast<std::ptrdiff_t>(first), grown.end() - 1, [&](Node* node) {
      const auto& uses = node->uses(0);
      return std::all_of(uses.begin(), uses.end(), [&](const Use& use) { return Contains(grown, use.node); });
    });
    if (met) return {grown.begin() + static_cast<std::ptrdiff_t>(first) + 1, grown.end()};
  }
  return {};
}

Node* FuseGroup(Graph& graph, std::span<Node* const> nodes) {
  std::vector<Endpoint> sources = Sources(nodes), results = Results(nodes);
  OpDesc desc = FusedDesc(nodes, sources, results);
  Node* fused = graph.AddNode(desc);
  fused->placement() = nodes.back()->placement();
  fused->placement().provider = nullptr;
  for (size_t i = 0; i < sources.size(); ++i) graph.Connect(sources[i], fused, static_cast<int>(i));
  auto edges = TakeEdges(graph, nodes);
  // The remaining readers of the nodes lie outside.
  for (size_t i = 0; i < results.size(); ++i) graph.ReplaceUses(results[i], {fused, static_cast<int>(i)});
  fused->AddRegion(std::string(kBody), MakeBody(graph, nodes, edges, sources, results, desc));
  return fused;
}

namespace {

// Checks that no kernel is built from a value that the same group computes.
Status CheckValuesComeFromOutside(std::span<Node* const> nodes, const PackageRegistry& packages) {
  for (const Node* node : nodes) {
    for (const int input : ValueDependInputs(*node, packages)) {
      const Node* from = node->input(input).node;
      if (from->Is(kConst) || std::find(nodes.begin(), nodes.end(), from) == nodes.end()) continue;
      return Status(ErrorCode::kNoEngine,
                    fmt::format("{} is built from values that {} gives", node->name(), from->name()));
    }
  }
  return Status();
}

using Values = std::map<std::pair<const Node*, int>, tbe::Tensor>;

// Returns the expressions of the sources, and of all outputs of the nodes.
Result<Values> ValuesOf(std::span<Node* const> nodes, const std::vector<Endpoint>& sources,
                        const PassContext& context) {
  bool exact = true;
  Values values;
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
    // Groups are tried by the thousand: a description is copied only where it must be.
    const bool concrete = IsConcrete(node->op());
    OpDesc stood_in;
    if (!concrete) {
      OPDK_TRY(stood_in, ConcreteDesc(node->op(), &exact));
    }
    OPDK_TRY(std::vector<tbe::Tensor> outputs,
             NodeExpression(*node, concrete ? node->op() : stood_in, *context.packages, operands, ConstantsOf(*node)));
    for (size_t i = 0; i < outputs.size(); ++i) values[{node, static_cast<int>(i)}] = outputs[i];
  }
  return values;
}

}  // namespace

Result<std::vector<tbe::Tensor>> ExpressionOfNode(Node* node, const PassContext& context) {
  OPDK_TRY(const Values values, ValuesOf({&node, 1}, Sources({&node, 1}), context));
  std::vector<tbe::Tensor> outputs;
  for (size_t i = 0; i < node->op().outputs.size(); ++i) outputs.push_back(values.at({node, static_cast<int>(i)}));
  return outputs;
}

Result<SharedPlan> PlanOfGroup(std::span<Node* const> nodes, const PassContext& context, ParamValues values) {
  if (nodes.size() > 1) OPDK_TRY(CheckValuesComeFromOutside(nodes, *context.packages));
  const std::vector<Endpoint> sources = Sources(nodes), results = Results(nodes);
  OPDK_TRY(const Values computed, ValuesOf(nodes, sources, context));
  std::vector<tbe::Tensor> outputs;
  outputs.reserve(results.size());
  for (const Endpoint& result : results) outputs.push_back(computed.at({result.node, result.index}));
  // A single node is planned as the engine plans it, with its absent inputs counted, so that one answer serves both.
  const size_t inputs = nodes.size() == 1 ? nodes[0]->inputs().size() : sources.size();
  std::vector<bool> needed(outputs.size(), true);
  return PlanOnce({std::move(outputs), std::move(needed), static_cast<int>(inputs)}, context, {.values = values});
}

}  // namespace opdk
