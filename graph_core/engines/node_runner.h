// Runs one operator without a model: makes a graph of it, finds the engine that takes it, and makes its kernel. The
// caller brings the memory: constant folding its own, verification guarded memory, a model its arena.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "graph_core/engines/engine.h"

namespace opdk {

// The value of an input that is a constant of the graph; nullptr: the caller feeds it.
using ConstantInput = std::function<const ge::Tensor*(size_t input)>;

// Puts the operator between Const (or Data) nodes, which are named after its ports, and a NetOutput that takes all its
// outputs. `op` has one port per entry; absent ones stay unconnected. Data nodes are numbered in order of the ports.
Node* AddSingleOp(Graph& graph, OpDesc op, const ConstantInput& constant);
// Sets the placement to the cheapest engine that takes the node, or to `only`, and returns it. E2008: none does.
Result<Engine*> PlaceSingleOp(Node& node, std::span<Engine* const> engines, const PackageRegistry& packages,
                              const std::string& only = "");

// Engines and packages must outlive it.
class NodeRunner {
 public:
  // Makes the runner of an operator whose outputs are inferred. E2008.
  static Result<std::unique_ptr<NodeRunner>> Make(OpDesc op, const ConstantInput& constant,
                                                  std::span<Engine* const> engines, const PackageRegistry& packages,
                                                  const std::string& only = "");
  NodeRunner(const NodeRunner&) = delete;
  NodeRunner& operator=(const NodeRunner&) = delete;

  const Node& node() const { return *node_; }
  // Prepares the node's kernel for these shapes. The first call compiles the kernel. Addresses of constant inputs are
  // read once: constants must not move. Errors of compilation.
  Result<std::shared_ptr<const PreparedKernel>> Prepare(const KernelArgs& args);

 private:
  explicit NodeRunner(const PackageRegistry& packages) : graph_("single_op"), packages_(packages) {}

  Graph graph_;
  const PackageRegistry& packages_;
  Node* node_ = nullptr;
  Engine* engine_ = nullptr;
  std::shared_ptr<const LoadedKernel> kernel_;  // nullptr: not compiled yet
};

}  // namespace opdk
