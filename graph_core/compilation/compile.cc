#include "graph_core/compilation/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "graph_core/compilation/layout.h"
#include "graph_core/ir/random_draws.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

void PlanMemory(Function& function, MemoryReport& memory, bool reuse) {
  const ArenaPlan plan = PlanBlocks(function, reuse);
  auto offset = plan.offsets.begin();
  for (Block& block : function.blocks) {
    if (block.kind == BlockKind::kArena) block.offset = *offset++;
  }
  function.arena_bytes = plan.planned;
  // A region's arena is a block of its caller. The graph itself is planned last, so its size is that of the whole.
  memory.planned = plan.planned;
  memory.theoretical_min = plan.theoretical_min;
  memory.without_reuse = plan.without_reuse;
}

// Compiles the functions of a program and the nodes that they number.
class FunctionCompiler {
 public:
  FunctionCompiler(Program& program, std::span<Node* const> nodes, const PackageRegistry& packages,
                   const LayoutOptions& options)
      : program_(program), nodes_(nodes), packages_(packages), options_(options) {}

  // Compiles a graph into a function and returns the function's number.
  Result<int> Compile(const Graph& graph, std::string name) {
    const int number = static_cast<int>(program_.functions.size());
    Function& function = program_.functions.emplace_back();
    function.name = std::move(name);
    const auto compile_region = [&](const Node& node, const Region& region) -> Result<CalledFunction> {
      std::string inner = fmt::format("{}{}{}/{}", function.name, number == 0 ? "" : "/", node.name(), region.name);
      OPDK_TRY(const int called, Compile(*region.graph, std::move(inner)));
      return CalledFunction{called, program_.functions[static_cast<size_t>(called)].arena_bytes};
    };
    OPDK_TRY(LayOut(graph, nodes_, function, program_.memory, packages_, compile_region, options_));
    PlanMemory(function, program_.memory, options_.reuse);
    return number;
  }

 private:
  Program& program_;
  const NodesByNumber nodes_;
  const PackageRegistry& packages_;
  const LayoutOptions& options_;
};

// Returns the number of streams, at most one per thread of a run, and the engines' answers about the work of kernels.
StreamOptions StreamsFor(const CompileOptions& options, std::span<Engine* const> engines,
                         const PackageRegistry& packages) {
  StreamOptions streams;
  streams.threads = options.threads > 0 ? options.threads : ThreadCount();
  streams.streams = options.streams > 0 ? std::min(options.streams, streams.threads) : streams.threads;
  // A layout may be tried several times with the same questions.
  using Known = std::map<std::pair<const Node*, WorkSource>, std::optional<KernelWork>>;
  streams.work_of = [engines, &packages, known = std::make_shared<Known>()](const Node& node, WorkSource source) {
    const auto [entry, is_new] = known->try_emplace({&node, source});
    const auto engine = std::find_if(engines.begin(), engines.end(),
                                     [&](const Engine* each) { return each->name() == node.placement().engine; });
    if (is_new && engine != engines.end()) entry->second = (*engine)->WorkOf(node, packages, source);
    return entry->second;
  };
  return streams;
}

// Marks steps that run on one thread beside others, so that engines make their kernels for one thread.
void MarkParallel(const Program& program, std::span<Node* const> nodes) {
  for (const Function& function : program.functions) {
    for (const StreamSection& section : function.sections) {
      for (int s = section.begin; s < section.end; ++s) {
        nodes[static_cast<size_t>(function.steps[static_cast<size_t>(s)].node)]->placement().beside_others = true;
      }
    }
  }
}

void MarkRepeatedDraws(std::span<Node* const> nodes) {
  for (Node* node : nodes) {
    if (HasSeed(*node)) node->op().attrs[std::string(kRepeatsDraws)] = true;
  }
}

// Adds an engine's images. Images of equal kernels are in the program once.
void AddImages(Program& program, std::string_view engine, std::span<KernelTask* const> tasks,
               const std::vector<std::shared_ptr<const KernelImage>>& images) {
  std::map<const KernelImage*, int> numbers;
  for (size_t i = 0; i < tasks.size(); ++i) {
    if (images.at(i) == nullptr) continue;
    const auto [known, is_new] = numbers.emplace(images[i].get(), static_cast<int>(program.images.size()));
    if (is_new) program.images.push_back({std::string(engine), images[i]});
    tasks[i]->image = known->second;
  }
}

Status CompileKernels(Program& program, std::span<Node* const> nodes, std::span<Engine* const> engines,
                      const PackageRegistry& packages, const CompileOptions& options) {
  struct Work {
    std::vector<Node*> nodes;
    std::vector<KernelTask*> tasks;
  };
  std::map<std::string_view, Work> work;
  for (Function& function : program.functions) {
    for (Step& step : function.steps) {
      auto* task = step.As<KernelTask>();
      if (task == nullptr) continue;
      Node* node = nodes[static_cast<size_t>(step.node)];
      Work& own = work[node->placement().engine];
      own.nodes.push_back(node);
      own.tasks.push_back(task);
    }
  }
  for (Engine* engine : engines) {
    const auto own = work.extract(engine->name());
    if (own.empty()) continue;
    std::function<void(int, int)> progress;
    if (options.progress) {
      progress = [&](int done, int total) { options.progress(engine->name(), done, total); };
    }
    OPDK_TRY(const auto images, engine->CompileKernels(own.mapped().nodes, packages, progress));
    AddImages(program, engine->name(), own.mapped().tasks, images);
  }
  if (work.empty()) return Status();
  const Node& node = *work.begin()->second.nodes.front();
  return Status(ErrorCode::kNoEngine, fmt::format("node {} ({}) is placed on engine {}, which is not in use",
                                                  node.name(), node.type(), node.placement().engine));
}

}  // namespace

Result<Program> Compile(Graph graph, std::span<Engine* const> engines, const PackageRegistry& packages,
                        const CompileOptions& options) {
  Program program;
  program.graph = std::move(graph);
  OPDK_TRY(const std::vector<Node*> nodes, NumberedNodes(program.graph));
  if (options.deterministic) MarkRepeatedDraws(nodes);
  const LayoutOptions layout{options.reuse_memory, StreamsFor(options, engines, packages)};
  OPDK_TRY(FunctionCompiler(program, nodes, packages, layout).Compile(program.graph, ""));
  MarkParallel(program, nodes);
  int first_step = 0;
  for (Function& function : program.functions) {
    function.first_step = first_step;
    first_step += static_cast<int>(function.steps.size());
  }
  OPDK_TRY(CompileKernels(program, nodes, engines, packages, options));
  return program;
}

}  // namespace opdk
