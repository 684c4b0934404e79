#include "graph_core/compilation/compile.h"

#include <fmt/format.h>

#include <map>
#include <utility>
#include <vector>

#include "graph_core/compilation/layout.h"
#include "graph_core/compilation/memory_plan.h"

namespace opdk {
namespace {

void PlanMemory(Function& function, MemoryReport& memory, bool reuse) {
  std::vector<Lifetime> lifetimes;
  std::vector<Block*> blocks;
  for (Block& block : function.blocks) {
    if (block.kind != BlockKind::kArena) continue;
    lifetimes.push_back({block.bytes, block.first_step, block.last_step});
    blocks.push_back(&block);
  }
  const ArenaPlan plan = PlanArena(lifetimes, reuse);
  for (size_t i = 0; i < blocks.size(); ++i) blocks[i]->offset = plan.offsets[i];
  function.arena_bytes = plan.planned;
  // A region's arena is a block of its caller's: what the last one, the graph itself, says is the whole.
  memory.planned = plan.planned;
  memory.theoretical_min = plan.theoretical_min;
  memory.without_reuse = plan.without_reuse;
}

// Number of the function that the graph becomes.
Result<int> CompileFunction(Graph& graph, std::string name, CompiledModel& model, const PackageRegistry& packages,
                            const CompileOptions& options) {
  const int number = static_cast<int>(model.functions.size());
  Function& function = model.functions.emplace_back();
  function.name = std::move(name);
  const auto compile_region = [&](const Node& node, const Region& region) -> Result<CalledFunction> {
    std::string inner = fmt::format("{}{}{}/{}", function.name, number == 0 ? "" : "/", node.name(), region.name);
    OPDK_TRY(const int called, CompileFunction(*region.graph, std::move(inner), model, packages, options));
    return CalledFunction{called, model.functions[static_cast<size_t>(called)].arena_bytes};
  };
  OPDK_TRY(LayOut(graph, function, model.memory, packages, compile_region));
  PlanMemory(function, model.memory, options.reuse_memory);
  return number;
}

Status CompileKernels(const CompiledModel& model, std::span<Engine* const> engines, const PackageRegistry& packages,
                      const CompileOptions& options) {
  std::map<std::string_view, std::vector<Node*>> nodes;
  for (const Function& function : model.functions) {
    for (const Step& step : function.steps) {
      if (step.has_task) nodes[step.node->placement().engine].push_back(step.node);
    }
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
  OPDK_TRY(CompileFunction(model.graph, "", model, packages, options));
  int first_step = 0;
  for (Function& function : model.functions) {
    function.first_step = first_step;
    first_step += static_cast<int>(function.steps.size());
  }
  OPDK_TRY(CompileKernels(model, engines, packages, options));
  return model;
}

}  // namespace opdk
