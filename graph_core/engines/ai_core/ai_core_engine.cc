// The AI Core engine: operators whose package brings a tensor expression.
#include <fmt/format.h>

#include <algorithm>
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

constexpr int kCost = 1;

// Whether all outputs are an input's bytes, so that no kernel is needed.
bool OnlyViews(const EngineOpInfo& info, const OpDesc& op) {
  return !info.view.empty() && std::all_of(op.outputs.begin(), op.outputs.end(), [&](const Port& port) {
    return std::any_of(info.view.begin(), info.view.end(), [&](const auto& view) { return view.first == port.name; });
  });
}

Status Refuse(std::string why) { return Status(ErrorCode::kNoEngine, std::move(why)); }

// The kernel's own say.
Status AskKernel(const OperatorProvider& provider, const OpDesc& op) {
  for (const CheckSupportEntry& entry : provider.package->registrations->check_supports) {
    if (entry.type != op.type) continue;
    std::string reason;
    OPDK_TRY(Fence(
        [&] {
          reason = entry.check(op);
          return Status();
        },
        [&] { return fmt::format("package {}, check_support of {}", provider.package->name, op.type); }));
    if (!reason.empty()) return Refuse(std::move(reason));
  }
  return Status();
}

// Why this provider's kernel can't run the node.
Status Accepts(const OperatorProvider& provider, const Node& node, const PassContext& context) {
  const EngineOpInfo* info = provider.info == nullptr ? nullptr : provider.info->Find(kAiCoreEngine);
  if (info == nullptr) return Refuse(fmt::format("no ai_core operator information for {}", node.type()));
  bool views = OnlyViews(*info, node.op());
  if (provider.op_compute == nullptr && !views) {
    return Refuse(fmt::format("ai_core operator information for {}, but no AI Core kernel is registered", node.type()));
  }
  if (auto column = info->MatchColumn(node.op()); !column.ok()) return Refuse(column.status().message());
  OPDK_TRY(AskKernel(provider, node.op()));
  if (views && provider.op_compute == nullptr) return Status();
  bool exact = true;
  auto plan = PlanOf(node, &provider, context, &exact);
  // With made-up dimensions a contradiction says nothing about the real ones.
  if (!plan.ok() && exact) return Refuse(plan.status().message());
  return Status();
}

class AiCoreEngine : public Engine {
 public:
  std::string_view name() const override { return kAiCoreEngine; }
  int cost() const override { return kCost; }

  void SetKernelCacheDirectory(const std::string& directory) override {
    own_stores_ = directory.empty() ? nullptr : std::make_unique<StepStores>(directory);
  }

  Result<const OperatorProvider*> CheckSupported(const Node& node, const PackageRegistry& packages) const override {
    std::string reasons;
    for (const OperatorProvider& provider : packages.Providers(node.type())) {
      const Status accepted = Accepts(provider, node, ContextWith(packages));
      if (accepted.ok()) return &provider;
      if (!reasons.empty()) reasons += "; ";
      reasons += fmt::format("package {}: {}", provider.package->name, accepted.message());
    }
    if (reasons.empty()) reasons = fmt::format("no package provides operator {}", node.type());
    return Refuse(std::move(reasons));
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
      OPDK_TRY(const OperatorProvider* provider, ProviderFor(*node, packages));
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
    OPDK_TRY(const OperatorProvider* provider, ProviderFor(node, packages));
    return std::unique_ptr<Task>(
        std::make_unique<AiCoreTask>(node, provider, ContextWith(packages), Stores(), early_.Take(node)));
  }

 private:
  PassContext ContextWith(const PackageRegistry& packages) const {
    PassContext context = context_;
    context.packages = &packages;
    return context;
  }
  StepStores& Stores() { return own_stores_ == nullptr ? StepStores::Shared() : *own_stores_; }

  // nullptr for a FusedOp.
  static Result<const OperatorProvider*> ProviderFor(const Node& node, const PackageRegistry& packages) {
    if (node.Is(kFusedOp)) return nullptr;
    const OperatorProvider* provider = ProviderOf(packages, node.type(), node.placement().package);
    if (provider != nullptr && provider->op_compute != nullptr) return provider;
    return Status(ErrorCode::kInternal, fmt::format("package '{}' has no AI Core kernel of {} (any more)",
                                                    node.placement().package, node.type()));
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
