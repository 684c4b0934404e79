// The AI CPU engine: operators whose package brings a CpuKernel class run as they are.
#include <memory>
#include <string>
#include <utility>

#include "graph_core/engines/ai_cpu/cpu_task.h"
#include "graph_core/engines/engine.h"
#include "graph_core/package/op_info.h"

namespace opdk {
namespace {

class AiCpuEngine : public Engine {
 public:
  std::string_view name() const override { return kAiCpuEngine; }

  // Kernels are compiled code already and run one by one: there is nothing to fuse and nothing to make.
  Status OptimizeSubgraph(Graph&, const PassContext&) override { return Status(); }

  Status CompileKernels(std::span<Node* const> nodes, const PackageRegistry&,
                        const std::function<void(int done, int total)>& progress) override {
    const int total = static_cast<int>(nodes.size());
    if (progress) progress(total, total);
    return Status();
  }

  Result<std::unique_ptr<Task>> BuildTask(const Node& node, const PackageRegistry& packages) override {
    OPDK_TRY(const OperatorProvider* provider, PlacedKernel(node, packages));
    return std::unique_ptr<Task>(std::make_unique<CpuTask>(node, *provider));
  }
};

}  // namespace

std::unique_ptr<Engine> MakeAiCpuEngine() { return std::make_unique<AiCpuEngine>(); }

}  // namespace opdk
