#include "graph_core/run_operator.h"

#include <fmt/format.h>

#include <utility>

#include "graph_core/base/ports.h"
#include "graph_core/compilation/compile.h"
#include "graph_core/ir/graph.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/loading/load.h"

namespace opdk {
namespace {

Status InferAndVerify(OpDesc& op, std::span<const ge::Tensor> inputs, const PackageRegistry& packages) {
  auto value = [&](int input, ge::Tensor& tensor) {
    if (IsAbsent(op.inputs[static_cast<size_t>(input)])) return false;
    tensor = inputs[static_cast<size_t>(input)];
    return true;
  };
  OPDK_TRY(packages.Verify(op, value));
  return packages.InferShape(op, value);
}

}  // namespace

Node* AddSingleOp(Graph& graph, OpDesc op, std::span<const ge::Tensor> inputs,
                  const std::function<bool(size_t)>& is_constant, std::vector<ge::Tensor>& fed) {
  Node* node = graph.AddNode(std::move(op));
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (IsAbsent(node->op().inputs[i])) continue;
    const std::string name = fmt::format("input{}", i);
    Node* source = nullptr;
    if (is_constant(i)) {
      source = graph.AddConst(name, inputs[i]);
    } else {
      OpDesc data = Structural(name, kData);
      data.outputs.push_back({"y", 0, node->op().inputs[i].desc});
      data.attrs["index"] = static_cast<int64_t>(fed.size());
      fed.push_back(inputs[i]);
      source = graph.AddNode(std::move(data));
    }
    graph.Connect({source, 0}, node, static_cast<int>(i));
  }
  Node* net_output = graph.AddNode(Structural("outputs", kNetOutput));
  for (size_t i = 0; i < node->op().outputs.size(); ++i) {
    const int port = graph.AppendInput(net_output, {fmt::format("x{}", i), 0, node->op().outputs[i].desc});
    graph.Connect({node, static_cast<int>(i)}, net_output, port);
  }
  return node;
}

Status PlaceSingleOp(Node& node, std::span<Engine* const> engines, const PackageRegistry& packages,
                     const std::string& only) {
  std::string reasons;
  for (Engine* engine : engines) {
    if (!only.empty() && engine->name() != only) continue;
    auto provider = engine->CheckSupported(node, packages);
    if (provider.ok()) {
      node.placement().engine = engine->name();
      if (*provider != nullptr && (*provider)->package != nullptr)
        node.placement().package = (*provider)->package->name;
      return Status();
    }
    const Status refusal = std::move(provider).status();
    node.placement().refusals.push_back({std::string(engine->name()), refusal.message()});
    reasons += fmt::format("{}{}: {}", reasons.empty() ? "" : "; ", engine->name(), refusal.message());
  }
  if (reasons.empty()) reasons = only.empty() ? "there is no engine" : fmt::format("engine {} is not in use", only);
  return Status(ErrorCode::kNoEngine, fmt::format("no engine runs {} ({}): {}", node.name(), node.type(), reasons));
}

Result<SingleOpResult> RunSingleOp(OpDesc op, std::span<const ge::Tensor> inputs, std::span<Engine* const> engines,
                                   const PackageRegistry& packages, const SingleOpOptions& options) {
  if (inputs.size() != op.inputs.size()) {
    return Status(ErrorCode::kInputMissing, fmt::format("operator {} ({}) has {} input ports, {} tensors were given",
                                                        op.name, op.type, op.inputs.size(), inputs.size()));
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!IsAbsent(op.inputs[i])) op.inputs[i].desc = inputs[i].GetTensorDesc();
  }
  if (options.infer) OPDK_TRY(InferAndVerify(op, inputs, packages));

  Graph graph("single_op");
  std::vector<ge::Tensor> fed;
  const auto is_constant = [&](size_t) { return options.constant_inputs; };
  Node* node = AddSingleOp(graph, std::move(op), inputs, is_constant, fed);
  OPDK_TRY(PlaceSingleOp(*node, engines, packages, options.engine));
  OPDK_TRY(CompiledModel compiled, Compile(std::move(graph), engines, packages));
  OPDK_TRY(LoadedModel model, Load(std::move(compiled), engines, packages));
  SingleOpResult result;
  OPDK_TRY(result.outputs, model.Run(fed));
  result.engine = node->placement().engine;
  result.package = node->placement().package;
  result.kernel = node->placement().kernel;
  return result;
}

}  // namespace opdk
