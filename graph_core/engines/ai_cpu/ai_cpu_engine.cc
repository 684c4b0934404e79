// The AI CPU engine: operators whose package brings a CpuKernel class run as they are.
#include <memory>
#include <string>
#include <utility>

#include "graph_core/engines/ai_cpu/ai_cpu_kernel.h"
#include "graph_core/engines/engine.h"
#include "graph_core/package/op_info.h"

namespace opdk {
namespace {

class AiCpuEngine : public Engine {
 public:
  std::string_view name() const override { return kAiCpuEngine; }

  // Does nothing: kernels are compiled code already and run one by one, so there is nothing to fuse or to make.
  Status OptimizeSubgraph(Graph&, const PassContext&) override { return Status(); }

  Result<std::vector<std::shared_ptr<const KernelImage>>> CompileKernels(
      std::span<Node* const> nodes, const PackageRegistry&,
      const std::function<void(int done, int total)>& progress) override {
    const int total = static_cast<int>(nodes.size());
    if (progress) progress(total, total);
    return std::vector<std::shared_ptr<const KernelImage>>(nodes.size());
  }

  Result<std::shared_ptr<const LoadedKernel>> LoadKernel(const Node& node, const std::shared_ptr<const KernelImage>&,
                                                         std::vector<PackedConstant>,
                                                         const PackageRegistry& packages) override {
    OPDK_TRY(const OperatorProvider* provider, PlacedKernel(node, packages));
    OPDK_TRY(std::shared_ptr<const LoadedKernel> kernel, AiCpuKernel::Make(node, *provider));
    return kernel;
  }
};

}  // namespace

std::unique_ptr<Engine> MakeAiCpuEngine() { return std::make_unique<AiCpuEngine>(); }

}  // namespace opdk
