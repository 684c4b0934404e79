// An engine whose every kernel runs a test's function.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "graph_core/engines/engine.h"

namespace opdk::tests {

class FunctionEngine : public Engine {
 public:
  using Function = std::function<Status(const KernelArgs& args)>;
  // Takes the function that every kernel runs. `workspace`: bytes that a kernel asks for.
  explicit FunctionEngine(Function function, size_t workspace = 0)
      : function_(std::move(function)), workspace_(workspace) {}

  std::string_view name() const override { return kAiCpuEngine; }
  int cost() const override { return 1; }
  Result<const OperatorProvider*> CheckSupported(const Node&, const PackageRegistry&) const override { return nullptr; }
  Status OptimizeSubgraph(Graph&, const PassContext&) override { return Status(); }
  Result<std::vector<std::shared_ptr<const KernelImage>>> CompileKernels(
      std::span<Node* const> nodes, const PackageRegistry&, const std::function<void(int, int)>&) override {
    ++compile_calls;
    compiled += static_cast<int>(nodes.size());
    return std::vector<std::shared_ptr<const KernelImage>>(nodes.size());
  }
  Result<std::shared_ptr<const LoadedKernel>> LoadKernel(const Node&, const std::shared_ptr<const KernelImage>&,
                                                         std::vector<PackedConstant>, const PackageRegistry&) override {
    return std::shared_ptr<const LoadedKernel>(std::make_shared<Kernel>(*this));
  }

  // Calls of CompileKernels.
  int compile_calls = 0;
  int compiled = 0;
  std::atomic<int> prepared = 0;

 private:
  // The engine outlives it.
  class Kernel : public LoadedKernel, public PreparedKernel, public std::enable_shared_from_this<Kernel> {
   public:
    explicit Kernel(FunctionEngine& engine) : engine_(engine) {}
    Result<std::shared_ptr<const PreparedKernel>> Prepare(const KernelArgs&) const override {
      ++engine_.prepared;
      return std::shared_ptr<const PreparedKernel>(shared_from_this());
    }
    Result<std::unique_ptr<KernelCall>> NewCall() const override {
      return std::unique_ptr<KernelCall>(std::make_unique<Call>(engine_));
    }
    size_t workspace_bytes() const override { return engine_.workspace_; }
    std::string kernel_name() const override { return "function"; }
    std::string description() const override { return "a function of a test"; }

   private:
    FunctionEngine& engine_;
  };
  class Call : public KernelCall {
   public:
    explicit Call(const FunctionEngine& engine) : engine_(engine) {}
    Status Run(const KernelArgs& args) override { return engine_.function_(args); }

   private:
    const FunctionEngine& engine_;
  };

  Function function_;
  size_t workspace_;
};

}  // namespace opdk::tests
