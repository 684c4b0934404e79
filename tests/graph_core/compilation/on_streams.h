// An engine whose kernels count as long and as not worth more than one thread, so that all tasks that can run side by
// side do.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graph_core/compilation/compile.h"
#include "graph_core/engines/engine.h"
#include "graph_core/session.h"

namespace opdk::tests {

class OnStreams : public Engine {
 public:
  explicit OnStreams(Engine& engine) : engine_(engine) {}

  std::string_view name() const override { return engine_.name(); }
  std::optional<KernelWork> WorkOf(const Node& node, const PackageRegistry&, WorkSource) override {
    // Gives nodes different lengths, so that streams overtake each other.
    return KernelWork{50.0 + static_cast<double>(std::hash<std::string>()(node.name()) % 7) * 40, 0, 0};
  }
  Result<const OperatorProvider*> CheckSupported(const Node& node, const PackageRegistry& packages) const override {
    return engine_.CheckSupported(node, packages);
  }
  Status OptimizeSubgraph(Graph& subgraph, const PassContext& context) override {
    return engine_.OptimizeSubgraph(subgraph, context);
  }
  Result<std::vector<std::shared_ptr<const KernelImage>>> CompileKernels(
      std::span<Node* const> nodes, const PackageRegistry& packages,
      const std::function<void(int done, int total)>& progress) override {
    return engine_.CompileKernels(nodes, packages, progress);
  }
  Result<std::shared_ptr<const KernelImage>> ReadImage(std::string_view bytes) const override {
    return engine_.ReadImage(bytes);
  }
  Result<std::shared_ptr<const LoadedKernel>> LoadKernel(const Node& node,
                                                         const std::shared_ptr<const KernelImage>& image,
                                                         std::vector<PackedConstant> packed,
                                                         const PackageRegistry& packages) override {
    return engine_.LoadKernel(node, image, std::move(packed), packages);
  }

 private:
  Engine& engine_;
};

// Returns the program that a session makes of a graph, with its engines' kernels on streams.
inline Program CompiledOnStreams(Session& session, Graph graph, int streams, bool reuse = true) {
  auto optimized = session.Optimize(std::move(graph));
  OPDK_CHECK(optimized.ok(), optimized.status().ToString());
  std::vector<std::unique_ptr<OnStreams>> eager;
  std::vector<Engine*> engines;
  for (Engine* engine : session.engines()) {
    engines.push_back(eager.emplace_back(std::make_unique<OnStreams>(*engine)).get());
  }
  CompileOptions options;
  options.threads = options.streams = streams;
  options.reuse_memory = reuse;
  auto program = Compile(*std::move(optimized), engines, session.packages(), options);
  OPDK_CHECK(program.ok(), program.status().ToString());
  return *std::move(program);
}

}  // namespace opdk::tests
