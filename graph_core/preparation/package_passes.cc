#include "graph_core/preparation/package_passes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <optional>
#include <unordered_set>

#include "graph_core/ir/control_flow.h"
#include "graph_core/ir/from_operators.h"
#include "graph_core/ir/to_operators.h"
#include "graph_core/package/graph_passes.h"
#include "graph_core/preparation/passes.h"
#include "opdk/author_graph.h"

namespace opdk {

namespace {

constexpr std::string_view kStage = "package_passes";

constexpr Pass kCompletion[] = {{"fill_from_prototypes", FillFromPrototypes, true}, {"take_d_forms", TakeDForms, true}};
constexpr Pass kCompletionBehindInference[] = {{"fill_from_prototypes", FillFromPrototypes, true},
                                               {"take_d_forms", TakeDForms, true},
                                               {"infer_shapes", InferShapes, true, true},
                                               {"bypass_views", BypassViews},
                                               {"fold_constants", FoldConstants},
                                               {"remove_dead_nodes", RemoveDeadNodes}};

using Types = std::unordered_set<std::string_view>;

// One graph, and the passes of a stage on it. The graph is converted for the passes when one may have something to do.
// It is converted back when all are through, or when the graph between two passes is needed.
class StageRun {
 public:
  // Prepares a run on a graph. `place`: "" or "loop/body/" for a region.
  StageRun(Graph& graph, std::string place, const PassContext& context)
      : graph_(graph), place_(std::move(place)), context_(context) {
    for (const Node* node : graph.nodes()) types_.insert(node->type());
  }

  Status Run(const PackagePass& pass) {
    if (IsDisabled({pass.name()}, context_)) return {};
    OPDK_TRY(const bool may, MayApply(pass, types_));
    if (!may) return {};
    const auto start = std::chrono::steady_clock::now();
    if (authored_ == nullptr) {
      OPDK_TRY(ge::Graph authored, ToOperators(graph_));
      authored_ = std::make_shared<ge::Graph>(std::move(authored));
    }
    OPDK_TRY(const PackagePassRun run, RunPackagePass(pass, authored_));
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    if (context_.record != nullptr) {
      AddRun(kStage, pass.name(), time.count(), run.changed, *context_.record);
      AddMatches(pass.name(), run.matches, context_);
      for (const std::string& node : run.made) {
        context_.record->notes.push_back({place_ + node, fmt::format("made by {}", pass.place())});
      }
    }
    if (!run.changed) return {};
    changed_by_.push_back(pass.place());
    if (!context_.dump_directory.empty() || context_.check_text) {
      OPDK_TRY(TakeBack());
      return AfterChange(kStage, pass.name(), graph_, context_);
    }
    types_.clear();
    for (const ge::Operator& op : OperatorsOf(*authored_)) types_.insert(DescOf(op).type);
    return {};
  }

  Status TakeBack() {
    if (changed_by_.empty()) return {};
    changed_ = true;
    graph_ = Graph();  // its memory serves the new one
    Result<Graph> graph = FromOperators(std::move(*authored_));
    const std::string place = fmt::format("after {}", fmt::join(changed_by_, ", "));
    if (!graph.ok()) return std::move(graph).status().At(place);
    if (Status valid = graph->Verify(); !valid.ok()) return std::move(valid).At(place);
    graph_ = *std::move(graph);
    authored_ = nullptr;
    changed_by_.clear();
    types_.clear();
    for (const Node* node : graph_.nodes()) types_.insert(node->type());
    return {};
  }

  bool changed() const { return changed_; }

 private:
  Graph& graph_;
  std::string place_;
  const PassContext& context_;
  Types types_;
  ge::GraphPtr authored_;
  std::vector<std::string> changed_by_;
  bool changed_ = false;
};

Result<bool> RunOnTree(const std::vector<PackagePass>& passes, Graph& graph, const std::string& place,
                       const PassContext& context) {
  StageRun run(graph, place, context);
  for (const PackagePass& pass : passes) OPDK_TRY(run.Run(pass));
  OPDK_TRY(run.TakeBack());
  bool changed = run.changed();
  for (const Node* node : graph.nodes()) {
    if (node->regions().empty() || !IsControl(*node)) continue;
    for (const Region& region : node->regions()) {
      const std::string inner = fmt::format("{}{}/{}/", place, node->name(), region.name);
      Result<bool> in_region = RunOnTree(passes, *region.graph, inner, context);
      if (!in_region.ok()) {
        return std::move(in_region).status().At(fmt::format("region {} of node {}", region.name, node->name()));
      }
      changed = changed || *in_region;
    }
  }
  return changed;
}

void CollectTypes(const Graph& graph, Types& types) {
  for (const Node* node : graph.nodes()) {
    types.insert(node->type());
    if (node->regions().empty() || !IsControl(*node)) continue;
    for (const Region& region : node->regions()) CollectTypes(*region.graph, types);
  }
}

// Returns whether a pass may have something to do in the graph or a region. Most stages end here: a look at each of
// many small regions takes longer.
Result<bool> AnyMayApply(const std::vector<PackagePass>& passes, const Graph& graph) {
  Types types;
  CollectTypes(graph, types);
  for (const PackagePass& pass : passes) {
    OPDK_TRY(const bool may, MayApply(pass, types));
    if (may) return true;
  }
  return false;
}

Result<Changed> RunStage(ge::CustomPassStage stage, std::span<const Pass> completion, Graph& graph,
                         const PassContext& context) {
  const std::vector<PackagePass> passes = PackagePasses(*context.packages, stage);
  if (passes.empty()) return Changed::kNo;
  OPDK_TRY(const bool may, AnyMayApply(passes, graph));
  if (!may) return Changed::kNo;
  OPDK_TRY(const bool changed, RunOnTree(passes, graph, "", context));
  if (changed) OPDK_TRY(RunPasses(kStage, completion, graph, context));
  return Changed{changed};
}

}  // namespace

Result<Changed> PackagePassesBeforeInference(Graph& graph, const PassContext& context) {
  return RunStage(ge::CustomPassStage::kBeforeInferShape, kCompletion, graph, context);
}

Result<Changed> PackagePassesAfterInference(Graph& graph, const PassContext& context) {
  return RunStage(ge::CustomPassStage::kAfterInferShape, kCompletionBehindInference, graph, context);
}

Result<Changed> PackagePassesAfterBuiltinFusion(Graph& graph, const PassContext& context) {
  return RunStage(ge::CustomPassStage::kAfterBuiltinFusionPass, kCompletionBehindInference, graph, context);
}

Result<Changed> PackagePassesAfterOptimization(Graph& graph, const PassContext& context) {
  return RunStage(ge::CustomPassStage::kAfterOriginGraphOptimize, kCompletionBehindInference, graph, context);
}

}  // namespace opdk
