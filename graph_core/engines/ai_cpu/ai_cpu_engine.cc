// The AI CPU engine: operators whose package brings a CpuKernel class run as they are.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "graph_core/engines/ai_cpu/cpu_task.h"
#include "graph_core/engines/engine.h"
#include "graph_core/package/op_info.h"

namespace opdk {
namespace {

// After AI Core, so that AI CPU takes what it leaves.
constexpr int kCost = 3;

// Whether all outputs are an input's bytes, so that no kernel is needed.
bool OnlyViews(const EngineOpInfo& info, const OpDesc& op) {
  return !info.view.empty() && std::all_of(op.outputs.begin(), op.outputs.end(), [&](const Port& port) {
    return std::any_of(info.view.begin(), info.view.end(), [&](const auto& view) { return view.first == port.name; });
  });
}

// Why this provider's kernel can't run the node.
Status Accepts(const OperatorProvider& provider, const Node& node) {
  const EngineOpInfo* info = provider.info == nullptr ? nullptr : provider.info->Find(kAiCpuEngine);
  if (info == nullptr) {
    return Status(ErrorCode::kNoEngine, fmt::format("package {} has no ai_cpu operator information for {}",
                                                    provider.package->name, node.type()));
  }
  if (provider.cpu_kernel == nullptr && !OnlyViews(*info, node.op())) {
    return Status(ErrorCode::kNoEngine,
                  fmt::format("package {} has ai_cpu operator information for {} but registers no "
                              "AI CPU kernel for it",
                              provider.package->name, node.type()));
  }
  auto column = info->MatchColumn(node.op());
  if (column.ok()) return Status();
  return Status(ErrorCode::kNoEngine, fmt::format("package {}: {}", provider.package->name, column.status().message()));
}

class AiCpuEngine : public Engine {
 public:
  std::string_view name() const override { return kAiCpuEngine; }
  int cost() const override { return kCost; }

  Result<const OperatorProvider*> CheckSupported(const Node& node, const PackageRegistry& packages) const override {
    std::string reasons;
    for (const OperatorProvider& provider : packages.Providers(node.type())) {
      const Status accepted = Accepts(provider, node);
      if (accepted.ok()) return &provider;
      if (!reasons.empty()) reasons += "; ";
      reasons += accepted.message();
    }
    if (reasons.empty()) reasons = fmt::format("no package provides operator {}", node.type());
    return Status(ErrorCode::kNoEngine, std::move(reasons));
  }

  // Kernels are compiled code already and run one by one: there is nothing to fuse and nothing to make.
  Status OptimizeSubgraph(Graph&, const PassContext&) override { return Status(); }

  Status CompileKernels(std::span<Node* const> nodes, const PackageRegistry&,
                        const std::function<void(int done, int total)>& progress) override {
    const int total = static_cast<int>(nodes.size());
    if (progress) progress(total, total);
    return Status();
  }

  Result<std::unique_ptr<Task>> BuildTask(const Node& node, const PackageRegistry& packages) override {
    for (const OperatorProvider& provider : packages.Providers(node.type())) {
      if (provider.package->name != node.placement().package || provider.cpu_kernel == nullptr) continue;
      return std::unique_ptr<Task>(std::make_unique<CpuTask>(node, provider));
    }
    return Status(ErrorCode::kInternal, fmt::format("package '{}' has no AI CPU kernel of {} (any more)",
                                                    node.placement().package, node.type()));
  }
};

}  // namespace

std::unique_ptr<Engine> MakeAiCpuEngine() { return std::make_unique<AiCpuEngine>(); }

}  // namespace opdk
