// The AI Core engine: operators whose package brings a tensor expression.
#include <fmt/format.h>

#include <deque>
#include <utility>

#include "graph_core/engines/ai_core/ai_core_task.h"
#include "graph_core/engines/ai_core/early_steps.h"
#include "graph_core/engines/ai_core/expression/operator_expression.h"
#include "graph_core/engines/ai_core/fusion/pipeline.h"
#include "graph_core/engines/ai_core/plan/node_plan.h"
#include "graph_core/engines/ai_core/plan/pipeline.h"
#include "graph_core/engines/engine.h"
#include "graph_core/package/placed_node.h"

namespace opdk {
namespace {

class AiCoreEngine : public Engine {
 public:
  std::string_view name() const override { return kAiCoreEngine; }

  void SetKernelCacheDirectory(const std::string& directory) override {
    own_stores_ = directory.empty() ? nullptr : std::make_unique<StepStores>(directory);
  }

  void SetPassContext(const PassContext& context) override { context_ = context; }
  std::vector<PassName> compiler_passes() const override {
    std::vector<PassName> names;
    for (const ExpressionPass& pass : ExpressionPasses()) names.push_back({pass.name, pass.required});
    return names;
  }
  std::span<const Pass> passes() const override { return FusionPasses(); }
  Status OptimizeSubgraph(Graph& subgraph, const PassContext& context) override {
    return RunPasses("ai_core_fusion", passes(), subgraph, context);
  }

  Status CompileKernels(std::span<Node* const> nodes, const PackageRegistry& packages,
                        const std::function<void(int done, int total)>& progress) override {
    std::deque<StepPlan> plans;
    std::vector<const KernelIr*> kernels;
    std::vector<EarlySteps::Job> jobs;
    const PassContext context = ContextWith(packages);
    ExpressionDump dump;
    for (const Node* node : nodes) {
      bool exact = true;
      OPDK_TRY(const OperatorProvider* provider, PlacedProviderOrNone(*node, packages));
      auto plan = PlanOf(*node, provider, context, &exact, context.dump_directory.empty() ? nullptr : &dump);
      if (!plan.ok()) {
        // A node whose shapes or values are known at run time only is compiled then.
        if (!exact || !ValuesKnown(*node, packages)) continue;
        return std::move(plan).status().At(fmt::format("node {} ({})", node->name(), node->type()));
      }
      plans.push_back(std::move(plan).value());
      EarlySteps::Job job = EarlyJob(*node, plans.back());
      if (exact && job.node != nullptr) jobs.push_back(std::move(job));
      std::vector<const KernelIr*> own = GeneratedKernels(plans.back());
      kernels.insert(kernels.end(), own.begin(), own.end());
    }
    OPDK_TRY(dump.Write(context));
    early_.Start(std::move(jobs), Stores());
    return Stores().kernels.Load(kernels, progress);
  }

  Result<std::unique_ptr<Task>> BuildTask(const Node& node, const PackageRegistry& packages) override {
    OPDK_TRY(const OperatorProvider* provider, PlacedProviderOrNone(node, packages));
    return std::unique_ptr<Task>(
        std::make_unique<AiCoreTask>(node, provider, ContextWith(packages), Stores(), early_.Take(node)));
  }

  Status Accepts(const OperatorProvider& provider, const Node& node, const PackageRegistry& packages) const override {
    bool exact = true;
    auto plan = PlanOf(node, &provider, ContextWith(packages), &exact);
    // With made-up dimensions a contradiction says nothing about the real ones.
    if (!plan.ok() && exact) return plan.status();
    return Status();
  }

 private:
  PassContext ContextWith(const PackageRegistry& packages) const {
    PassContext context = context_;
    context.packages = &packages;
    return context;
  }
  StepStores& Stores() { return own_stores_ == nullptr ? StepStores::Shared() : *own_stores_; }

  // nullptr for a FusedOp.
  Result<const OperatorProvider*> PlacedProviderOrNone(const Node& node, const PackageRegistry& packages) const {
    if (node.Is(kFusedOp)) return nullptr;
    return PlacedKernel(node, packages);
  }

  static bool ValuesKnown(const Node& node, const PackageRegistry& packages) {
    for (int input : ValueDependInputs(node, packages)) {
      const Node* from = node.input(input).node;
      if (from != nullptr && !from->Is(kConst)) return false;
    }
    return true;
  }

  std::unique_ptr<StepStores> own_stores_;  // nullptr: the process's
  EarlySteps early_;
  PassContext context_;
};

}  // namespace

std::unique_ptr<Engine> MakeAiCoreEngine() { return std::make_unique<AiCoreEngine>(); }

}  // namespace opdk
