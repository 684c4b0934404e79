// The AI Core engine: operators whose package brings a tensor expression.
#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

#include "graph_core/base/archive.h"
#include "graph_core/engines/ai_core/ai_core_kernel.h"
#include "graph_core/engines/ai_core/background_primitives.h"
#include "graph_core/engines/ai_core/expression/operator_expression.h"
#include "graph_core/engines/ai_core/fusion/pipeline.h"
#include "graph_core/engines/ai_core/measured_work.h"
#include "graph_core/engines/ai_core/plan/node_plan.h"
#include "graph_core/engines/ai_core/plan/pipeline.h"
#include "graph_core/engines/ai_core/plan/plan_bytes.h"
#include "graph_core/engines/ai_core/plan/plan_memo.h"
#include "graph_core/engines/ai_core/plan/plan_work.h"
#include "graph_core/engines/engine.h"
#include "graph_core/package/placed_node.h"

namespace opdk {
namespace {

class AiCoreImage : public KernelImage {
 public:
  explicit AiCoreImage(NodePlan plan) : plan_(std::move(plan)) {}
  const NodePlan& plan() const { return plan_; }
  std::string Bytes() const override { return WriteNodePlan(plan_); }

 private:
  NodePlan plan_;
};

class AiCoreEngine : public Engine {
 public:
  std::string_view name() const override { return kAiCoreEngine; }

  void SetKernelCacheDirectory(const std::string& directory) override {
    own_stores_ = directory.empty() ? nullptr : std::make_unique<AiCoreStores>(directory);
  }

  void SetPassContext(const PassContext& context) override {
    context_ = context;
    plans_.Clear();
    may_measure_ = true;
  }
  std::vector<PassName> compiler_passes() const override {
    std::vector<PassName> names;
    for (const ExpressionPass& pass : ExpressionPasses()) names.push_back({pass.name, pass.required});
    return names;
  }
  std::span<const Pass> passes() const override { return FusionPasses(); }
  Status OptimizeSubgraph(Graph& subgraph, const PassContext& context) override {
    PassContext own = context;
    own.state = &plans_;
    return RunPasses("ai_core_fusion", passes(), subgraph, own);
  }

  Result<std::vector<std::shared_ptr<const KernelImage>>> CompileKernels(
      std::span<Node* const> nodes, const PackageRegistry& packages,
      const std::function<void(int done, int total)>& progress) override {
    std::vector<std::shared_ptr<const KernelImage>> images;
    std::map<NodePlan, std::shared_ptr<const AiCoreImage>> known;
    std::set<const StepPlan*> seen;
    std::vector<const KernelIr*> kernels;
    std::vector<BackgroundPrimitives::Job> jobs;
    const PassContext context = ContextWith(packages);
    ExpressionDump dump;
    for (const Node* node : nodes) {
      NodePlan plan;
      std::shared_ptr<const KernelImage>& image = images.emplace_back();
      OPDK_TRY(const OperatorProvider* provider, PlacedProviderOrNone(*node, packages));
      Status planned = MakeNodePlan(*node, provider, context, context.dump_directory.empty() ? nullptr : &dump, plan);
      // A node whose shapes or values are known only at run time is compiled then. For any other node, preparing its
      // kernel gives the refusal again, unless another engine takes the node.
      if (!planned.ok()) continue;
      std::shared_ptr<const AiCoreImage>& equal = known[plan];
      if (equal == nullptr) equal = std::make_shared<const AiCoreImage>(plan);
      image = equal;
      BackgroundPrimitives::Job job = BackgroundJob(*node, plan.steps, plan.options());
      if (plan.exact && job.node != nullptr) jobs.push_back(std::move(job));
      if (!seen.insert(plan.steps.get()).second) continue;
      std::vector<const KernelIr*> own = GeneratedKernels(*plan.steps);
      kernels.insert(kernels.end(), own.begin(), own.end());
    }
    OPDK_TRY(dump.Write(context));
    // Later questions are about single nodes. The other plans, made for attempts to fuse, are no longer needed.
    plans_.Clear();
    background_.Start(std::move(jobs), Stores());
    OPDK_TRY(Stores().kernels.Load(kernels, progress));
    return images;
  }

  std::optional<KernelWork> WorkOf(const Node& node, const PackageRegistry& packages, WorkSource source) override {
    const auto provider = PlacedProviderOrNone(node, packages);
    NodePlan plan;
    if (!provider.ok() || !MakeNodePlan(node, *provider, ContextWith(packages), nullptr, plan).ok())
      return std::nullopt;
    if (!plan.exact || !ValuesKnown(node, packages)) return std::nullopt;
    if (source == WorkSource::kEstimate) return WorkOfPlan(*plan.steps, plan.winograd);
    return plan.measures ? MeasuredWork(node, plan, Stores(), may_measure_) : std::nullopt;
  }

  Result<std::shared_ptr<const KernelImage>> ReadImage(std::string_view bytes) const override {
    OPDK_TRY(NodePlan plan, ReadNodePlan(bytes));
    return std::shared_ptr<const KernelImage>(std::make_shared<const AiCoreImage>(std::move(plan)));
  }

  Result<std::string> CodeOf(std::span<const std::shared_ptr<const KernelImage>> images) override {
    std::vector<const KernelIr*> kernels;
    for (const std::shared_ptr<const KernelImage>& image : images) {
      const std::vector<const KernelIr*> own = GeneratedKernels(*static_cast<const AiCoreImage&>(*image).plan().steps);
      kernels.insert(kernels.end(), own.begin(), own.end());
    }
    OPDK_TRY(const KernelLibrary library, Stores().kernels.LibraryOf(kernels));
    ArchiveWriter archive;
    archive(library.names, library.bytes);
    return archive.Take();
  }

  Status TakeCode(std::string_view bytes) override {
    KernelLibrary library;
    ArchiveReader archive(bytes);
    archive(library.names, library.bytes);
    if (archive.Finish()) return Stores().kernels.OpenLibrary(library);
    return Status(ErrorCode::kModelInvalid, "the AI Core engine didn't write these bytes of compiled kernels");
  }

  // Makes the node's kernel. Without an image there is no plan yet, because the plan depends on shapes or values of the
  // run.
  Result<std::shared_ptr<const LoadedKernel>> LoadKernel(const Node& node,
                                                         const std::shared_ptr<const KernelImage>& image,
                                                         std::vector<PackedConstant> packed,
                                                         const PackageRegistry& packages) override {
    OPDK_TRY(const OperatorProvider* provider, PlacedProviderOrNone(node, packages));
    NodePlan plan;
    if (const auto* own = dynamic_cast<const AiCoreImage*>(image.get()); own != nullptr) plan = own->plan();
    BackgroundPrimitives::Made premade = background_.Take(node, plan.steps);
    return std::shared_ptr<const LoadedKernel>(std::make_shared<AiCoreKernel>(
        node, provider, std::move(plan), std::move(packed), ContextWith(packages), Stores(), std::move(premade)));
  }

  Status Accepts(const OperatorProvider& provider, const Node& node, const PackageRegistry& packages) const override {
    bool exact = true;
    auto plan = PlanOf(node, &provider, ContextWith(packages), &exact, {.values = ParamValues::kIgnored});
    // A contradiction between made-up dimensions says nothing about the real dimensions.
    if (!plan.ok() && exact) return plan.status();
    return Status();
  }

 private:
  PassContext ContextWith(const PackageRegistry& packages) const {
    PassContext context = context_;
    context.packages = &packages;
    context.state = &plans_;
    return context;
  }
  AiCoreStores& Stores() { return own_stores_ == nullptr ? AiCoreStores::Shared() : *own_stores_; }

  static Status MakeNodePlan(const Node& node, const OperatorProvider* provider, const PassContext& context,
                             ExpressionDump* dump, NodePlan& plan) {
    const bool* winograd = node.op().GetAttr<bool>(kWinogradAttr);
    plan.winograd = winograd != nullptr && *winograd;
    plan.measures = !context.deterministic;
    OPDK_TRY(plan.steps, PlanOf(node, provider, context, &plan.exact, {.dump = dump, .expressions = false}));
    return Status();
  }

  // Returns the provider of the node's kernel; nullptr for a FusedOp.
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

  std::unique_ptr<AiCoreStores> own_stores_;  // nullptr: the process's
  BackgroundPrimitives background_;
  PassContext context_;
  mutable PlanMemo plans_;   // of the graph that is compiled
  bool may_measure_ = true;  // times of kernels, while this graph is compiled
};

}  // namespace

std::unique_ptr<Engine> MakeAiCoreEngine() { return std::make_unique<AiCoreEngine>(); }

}  // namespace opdk
