#include "graph_core/compilation/compile.h"

#include <fmt/format.h>

#include <map>
#include <utility>
#include <vector>

#include "graph_core/compilation/layout.h"
#include "graph_core/compilation/memory_plan.h"

namespace opdk {
namespace {

void PlanMemory(CompiledModel& model, bool reuse) {
  std::vector<Lifetime> lifetimes;
  std::vector<Block*> blocks;
  for (Block& block : model.blocks) {
    if (block.kind != BlockKind::kArena) continue;
    lifetimes.push_back({block.bytes, block.first_step, block.last_step});
    blocks.push_back(&block);
  }
  const ArenaPlan plan = PlanArena(lifetimes, reuse);
  for (size_t i = 0; i < blocks.size(); ++i) blocks[i]->offset = plan.offsets[i];
  model.memory.planned = plan.planned;
  model.memory.theoretical_min = plan.theoretical_min;
  model.memory.without_reuse = plan.without_reuse;
}

Status CompileKernels(const CompiledModel& model, std::span<Engine* const> engines, const PackageRegistry& packages,
                      const CompileOptions& options) {
  std::map<std::string_view, std::vector<Node*>> nodes;
  for (const Step& step : model.steps) {
    if (step.has_task) nodes[step.node->placement().engine].push_back(step.node);
  }
  for (Engine* engine : engines) {
    const auto own = nodes.extract(engine->name());
    if (own.empty()) continue;
    std::function<void(int, int)> progress;
    if (options.progress) {
      progress = [&](int done, int total) { options.progress(engine->name(), done, total); };
    }
    OPDK_TRY(engine->CompileKernels(own.mapped(), packages, progress));
  }
  if (nodes.empty()) return Status();
  const Node& node = *nodes.begin()->second.front();
  return Status(ErrorCode::kNoEngine, fmt::format("node {} ({}) is placed on engine {}, which is not in use",
                                                  node.name(), node.type(), node.placement().engine));
}

}  // namespace

std::string StepPlace(const Node& node) {
  const Placement& placement = node.placement();
  std::string place = fmt::format("node {} ({}), engine {}", node.name(), node.type(), placement.engine);
  return placement.package.empty() ? place : fmt::format("{}, package {}", place, placement.package);
}

Result<CompiledModel> Compile(Graph graph, std::span<Engine* const> engines, const PackageRegistry& packages,
                              const CompileOptions& options) {
  CompiledModel model;
  model.graph = std::move(graph);
  OPDK_TRY(LayOut(model, packages));
  PlanMemory(model, options.reuse_memory);
  OPDK_TRY(CompileKernels(model, engines, packages, options));
  return model;
}

}  // namespace opdk
