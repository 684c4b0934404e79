#include "graph_core/engines/node_runner.h"

#include <fmt/format.h>

#include <utility>

#include "graph_core/base/ports.h"
#include "graph_core/ir/data_index.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/package/placed_node.h"

namespace opdk {

Node* AddSingleOp(Graph& graph, OpDesc op, const ConstantInput& constant) {
  Node* node = graph.AddNode(std::move(op));
  size_t fed = 0;
  for (size_t i = 0; i < node->op().inputs.size(); ++i) {
    const Port& port = node->op().inputs[i];
    if (IsAbsent(port)) continue;
    Node* source = nullptr;
    if (const ge::Tensor* value = constant(i); value != nullptr) {
      source = graph.AddConst(port.name, *value);
    } else {
      OpDesc data = StructuralDesc(port.name, kData);
      data.outputs.push_back({"y", 0, port.desc});
      SetDataIndex(data, fed++);
      source = graph.AddNode(std::move(data));
    }
    graph.Connect({source, 0}, node, static_cast<int>(i));
  }
  Node* net_output = graph.AddNode(StructuralDesc("outputs", kNetOutput));
  for (size_t i = 0; i < node->op().outputs.size(); ++i) {
    const int port = graph.AppendInput(net_output, {fmt::format("x{}", i), 0, node->op().outputs[i].desc});
    graph.Connect({node, static_cast<int>(i)}, net_output, port);
  }
  return node;
}

Result<Engine*> PlaceSingleOp(Node& node, std::span<Engine* const> engines, const PackageRegistry& packages,
                              const std::string& only) {
  std::string reasons;
  for (Engine* engine : engines) {
    if (!only.empty() && engine->name() != only) continue;
    auto provider = engine->CheckSupported(node, packages);
    if (provider.ok()) {
      Place(node, engine->name(), *provider);
      return engine;
    }
    const Status refusal = std::move(provider).status();
    node.placement().refusals.push_back({std::string(engine->name()), refusal.message()});
    reasons += fmt::format("{}{}: {}", reasons.empty() ? "" : "; ", engine->name(), refusal.message());
  }
  if (reasons.empty()) reasons = only.empty() ? "there is no engine" : fmt::format("engine {} is not in use", only);
  return Status(ErrorCode::kNoEngine, fmt::format("no engine runs {} ({}): {}", node.name(), node.type(), reasons));
}

Result<std::unique_ptr<NodeRunner>> NodeRunner::Make(OpDesc op, const ConstantInput& constant,
                                                     std::span<Engine* const> engines, const PackageRegistry& packages,
                                                     const std::string& only) {
  std::unique_ptr<NodeRunner> runner(new NodeRunner(packages));
  runner->node_ = AddSingleOp(runner->graph_, std::move(op), constant);
  OPDK_TRY(runner->engine_, PlaceSingleOp(*runner->node_, engines, packages, only));
  return runner;
}

Result<std::shared_ptr<const PreparedKernel>> NodeRunner::Prepare(const KernelArgs& args) {
  if (kernel_ == nullptr) {
    Node* const nodes[] = {node_};
    OPDK_TRY(const auto images, engine_->CompileKernels(nodes, packages_, {}));
    OPDK_TRY(kernel_, engine_->LoadKernel(*node_, images.at(0), {}, packages_));
  }
  return kernel_->Prepare(args);
}

}  // namespace opdk
