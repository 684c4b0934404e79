#include <fmt/format.h>
#include <fmt/ranges.h>
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/compilation/compile.h"
#include "graph_core/explain_model.h"
#include "graph_core/ir/graph_dumps.h"
#include "graph_core/ir/input_shapes.h"
#include "graph_core/loading/constant_memory.h"
#include "graph_core/loading/load.h"
#include "graph_core/optimization/pipeline.h"
#include "graph_core/optimization/precision_names.h"
#include "graph_core/package/graph_passes.h"
#include "graph_core/package/placed_node.h"
#include "graph_core/partition/pipeline.h"
#include "graph_core/preparation/pipeline.h"
#include "graph_core/session_impl.h"
#include "opdk/log.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

// Returns the engine of all nodes that have one. nullptr: there are several engines, or none.
Engine* OnlyEngine(const Graph& graph, const PassContext& context) {
  Engine* only = nullptr;
  for (const Node* node : graph.nodes()) {
    const std::string& name = node->placement().engine;
    if (name.empty() || (only != nullptr && only->name() == name)) continue;
    const auto engine = std::find_if(context.engines.begin(), context.engines.end(),
                                     [&](const Engine* each) { return each->name() == name; });
    if (only != nullptr || engine == context.engines.end()) return nullptr;
    only = *engine;
  }
  return only;
}

// Lets every engine optimize its own subgraphs (fusion, formats). A graph of one engine needs no cuts.
Result<Changed> OptimizeOnEngines(Graph& graph, const PassContext& context) {
  if (Engine* engine = OnlyEngine(graph, context); engine != nullptr) {
    Status status = engine->OptimizeSubgraph(graph, context);
    if (!status.ok()) return std::move(status).At(fmt::format("engine {}", engine->name()));
    return Changed::kYes;
  }
  OPDK_TRY(PartitionedGraph parts, Partition(std::move(graph)));
  for (EngineSubgraph& part : parts.subgraphs) {
    for (Engine* engine : context.engines) {
      if (engine->name() != part.engine) continue;
      if (Status status = engine->OptimizeSubgraph(part.graph, context); !status.ok()) {
        return std::move(status).At(fmt::format("engine {}, subgraph {}", part.engine, part.graph.name()));
      }
    }
  }
  OPDK_TRY(graph, Merge(std::move(parts)));
  return Changed::kYes;
}

constexpr Pass kEnginePasses[] = {{"optimize_on_engines", OptimizeOnEngines}};

// Checks that all names are known. E1001 names the unknown name, the known names, and the nearest known name.
Status CheckKnown(std::string_view what, const std::vector<std::string>& names, const std::vector<std::string>& known) {
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    Status status(ErrorCode::kUsage,
                  fmt::format("there is no {} '{}'; known are {}", what, name, fmt::join(known, ", ")));
    const std::string near = Nearest(name, known);
    return near.empty() ? status : std::move(status).Hint(fmt::format("did you mean '{}'?", near));
  }
  return Status();
}

// Returns every pass of the stages, of the engines' own compilers, and of the packages. The names are valid as long as
// the packages are loaded.
std::vector<PassName> AllPasses(const PackageRegistry* packages) {
  std::vector<PassName> names;
  const auto add = [&](std::span<const Pass> passes) {
    for (const Pass& pass : passes) names.push_back({pass.name, pass.required, pass.group});
  };
  for (const auto passes : {PreparationPasses(), OptimizationPasses(), PartitionPasses()}) add(passes);
  add(kEnginePasses);
  add(SecondRoundPasses());
  for (const std::unique_ptr<Engine>& engine : AllEngines()) {
    add(engine->passes());
    const std::vector<PassName> own = engine->compiler_passes();
    names.insert(names.end(), own.begin(), own.end());
  }
  if (packages == nullptr) return names;
  for (const PackagePass& pass : PackagePasses(*packages)) names.push_back({pass.name()});
  return names;
}

// Checks that the passes may be disabled. E1001: later passes need one of them.
Status CheckOptional(const std::vector<std::string>& disabled, const PackageRegistry& packages) {
  std::vector<std::string> optional;
  for (const PassName& pass : AllPasses(&packages)) {
    if (!pass.required) optional.emplace_back(pass.name);
  }
  for (const std::string& name : disabled) {
    if (std::find(optional.begin(), optional.end(), name) != optional.end()) continue;
    return Status(ErrorCode::kUsage, fmt::format("the pass '{}' can't be disabled: later passes need it", name))
        .Hint(fmt::format("these can be: {}", fmt::join(optional, ", ")));
  }
  return Status();
}

Status MakeDirectory(const std::string& path) {
  std::error_code error;
  if (!path.empty()) std::filesystem::create_directories(path, error);
  if (!error) return Status();
  return Status(ErrorCode::kWriteFailed, fmt::format("can't make the directory '{}': {}", path, error.message()));
}

// Returns freed memory to the system. Reading and optimizing a model leaves small free pieces that the C library would
// keep; for a large model they are as much memory as its weights.
void ReturnFreeMemory(const MemoryReport& memory) {
  constexpr size_t kWorthIt = size_t{16} << 20;  // bytes of constants; returning memory takes milliseconds
  if (memory.constants >= kWorthIt) malloc_trim(0);
}

}  // namespace

Session::Session() : impl_(std::make_unique<Impl>()) {}
Session::~Session() = default;

void Session::NumberDumps(uint32_t graph_id) { impl_->dumps.graph_id = graph_id; }

const PackageRegistry& Session::packages() const { return *impl_->shared->packages; }
std::vector<Engine*> Session::engines() const { return impl_->engines; }

std::vector<std::string> Session::PassNames(const PackageRegistry* packages) {
  std::vector<std::string> names;
  for (const PassName& pass : AllPasses(packages)) names.emplace_back(pass.name);
  return names;
}

std::vector<std::string> Session::PassNames(PassGroup group) {
  std::vector<std::string> names;
  for (const PassName& pass : AllPasses(nullptr)) {
    if (pass.group == group) names.emplace_back(pass.name);
  }
  return names;
}

Result<std::unique_ptr<Session>> Session::Create(std::shared_ptr<const PackageRegistry> packages,
                                                 CompileOptions options, std::shared_ptr<SessionMemory> memory) {
  OPDK_CHECK(packages != nullptr, "a session needs packages");
  OPDK_TRY(CheckKnown("pass", options.disabled_passes, PassNames(packages.get())));
  OPDK_TRY(CheckOptional(options.disabled_passes, *packages));
  OPDK_TRY(CheckKnown("engine", options.excluded_engines, EngineNames()));
  OPDK_TRY(std::vector<std::unique_ptr<Engine>> engines, MakeEngines(options.engine));
  std::erase_if(engines, [&](const std::unique_ptr<Engine>& engine) {
    const auto& excluded = options.excluded_engines;
    return std::find(excluded.begin(), excluded.end(), engine->name()) != excluded.end();
  });
  if (engines.empty()) {
    return Status(ErrorCode::kUsage, "every engine is excluded")
        .Hint(fmt::format("leave one of {} in", fmt::join(EngineNames(), ", ")));
  }
  OPDK_TRY(MakeDirectory(options.dump_directory));
  OPDK_TRY(const GraphDumps dumps, GraphDumpsOfEnvironment());
  std::unique_ptr<Session> session(new Session());
  for (const std::unique_ptr<Engine>& engine : engines) {
    if (!options.kernel_cache_directory.empty()) engine->SetKernelCacheDirectory(options.kernel_cache_directory);
    session->impl_->engines.push_back(engine.get());
  }
  session->impl_->shared = std::make_shared<Impl::Shared>(Impl::Shared{std::move(packages), std::move(engines)});
  session->impl_->precision = std::make_shared<const PrecisionOptions>(options.precision);
  session->impl_->options = std::move(options);
  session->impl_->dumps = dumps;
  session->impl_->memory = memory == nullptr ? std::make_shared<SessionMemory>() : std::move(memory);
  return session;
}

Result<Graph> Session::Optimize(Graph graph, CompileReport* report) {
  return impl_->Optimize(std::move(graph), impl_->Context(), report);
}

Result<Graph> Session::Impl::Optimize(Graph graph, const PassContext& context, CompileReport* report) const {
  for (Engine* engine : engines) engine->SetPassContext(context);
  PrecisionNames names(options.precision);
  names.MarkFound(graph);
  OPDK_TRY(DumpAt(DumpStage::kBegin, graph, dumps));
  OPDK_TRY(PrepareGraph(graph, context, &dumps));
  names.MarkFound(graph);
  OPDK_TRY(OptimizeGraph(graph, context, &dumps));
  names.MarkFound(graph);
  const std::vector<std::string> unknown = warns ? names.Unknown(*context.packages) : std::vector<std::string>();
  for (const std::string& warning : unknown) Log(LogLevel::kWarning, "precision", "%s", warning.c_str());
  OPDK_TRY(PlaceGraph(graph, context, &dumps));
  if (report != nullptr) {
    OPDK_TRY(ExplainPlacement(graph, "", *context.packages, report->nodes));
  }
  OPDK_TRY(RunPassesAndDump("engines", kEnginePasses, graph, context, &dumps));
  OPDK_TRY(OptimizeBehindEngines(graph, context));
  if (report != nullptr) {
    report->warnings = unknown;
    report->passes = context.record->timings;
    report->matches = context.record->matches;
    AddNotes(context.record->notes, report->nodes);
  }
  return graph;
}

StandInCompiler Session::Impl::StandIns() const {
  // Without a second engine nothing can stand in.
  if (!stands_in || engines.size() < 2) return {};
  CompileOptions own = OfSmallerModels();
  own.threads = 0;
  // Nodes that an engine refused as one kernel are not fused again.
  for (const Engine* engine : engines) {
    for (const Pass& pass : engine->passes()) own.disabled_passes.emplace_back(pass.name);
  }
  return [packages = shared->packages, own](const Graph& graph, const std::string& refusing) -> Result<Executable> {
    const auto compile = [&](const CompileOptions& with) -> Result<Executable> {
      OPDK_TRY(const std::unique_ptr<Session> session, Session::Create(packages, with));
      session->impl_->dumps = GraphDumps();
      session->impl_->warns = session->impl_->stands_in = false;
      const std::unique_ptr<Graph> copy = graph.Clone();
      OPDK_TRY(CompiledSession compiled, session->Compile(std::move(*copy)));
      return std::move(compiled.model);
    };
    auto made = compile(own);
    if (made.ok()) return made;
    CompileOptions without = own;
    without.excluded_engines.push_back(refusing);
    return compile(without);
  };
}

Result<Executable> Session::Impl::Load(Program program, bool constants_are_placed) const {
  return opdk::Load(std::move(program), engines, *shared->packages,
                    {options.threads, shared, memory, false, constants_are_placed, StandIns()});
}

CompileOptions Session::Impl::OfSmallerModels() const {
  CompileOptions own = options;
  own.gears.clear();
  own.specialize = false;
  own.dump_directory.clear();
  own.progress = {};
  return own;
}

// Adds models for known shapes: the gears that were made, else the options' gears, which are compiled from `source`. If
// any shape is run, shapes that come often get models, too. `source` nullptr: nothing is compiled.
Status Session::Impl::AddVariants(const std::shared_ptr<const Graph>& source, std::vector<GearProgram> made,
                                  bool any_shape, Executable& model) const {
  const bool specializes = any_shape && source != nullptr && SpecializesShapes() && model.gains_from_shapes();
  const bool makes = source != nullptr && made.empty() && !options.gears.empty();
  if (!model.dynamic() || (made.empty() && !makes && !specializes)) return Status();
  const CompileOptions own = OfSmallerModels();
  // Compiling in the background needs engines of its own.
  auto compile = [packages = shared->packages, memory = memory, source,
                  own](const ShapeSignature& shapes) -> Result<Executable> {
    OPDK_TRY(const std::unique_ptr<Session> session, Session::Create(packages, own, memory));
    session->impl_->dumps = GraphDumps();  // dumps show the graph that was given
    session->impl_->warns = false;         // the first compilation has warned already
    const std::unique_ptr<Graph> graph = source->Clone();
    OPDK_TRY(SetInputShapes(*graph, shapes));
    OPDK_TRY(CompiledSession compiled, session->Compile(std::move(*graph)));
    return std::move(compiled.model);
  };
  auto variants = std::make_shared<ShapeVariants>(std::move(compile));
  for (GearProgram& gear : made) {
    OPDK_TRY(Executable loaded, Load(std::move(gear.program)));
    variants->Add(std::move(gear.shapes), std::move(loaded));
  }
  for (size_t i = 0; makes && i < options.gears.size(); ++i) OPDK_TRY(variants->Add(options.gears[i]));
  if (!any_shape) variants->Close();
  if (specializes) variants->CompileFrequentShapes();
  model.UseVariants(std::move(variants));
  return Status();
}

Status Session::Impl::CheckGears(bool any_shape) const {
  if (options.gears.empty() || any_shape) return Status();
  return Status(ErrorCode::kUsage, "gears are given, but all shapes of the inputs are known")
      .Hint("leave the gears out, or the shapes");
}

Result<CompiledSession> Session::Impl::Compile(Graph graph, const Executable* before,
                                               std::span<std::byte> constant_memory) {
  const auto start = std::chrono::steady_clock::now();
  const ThreadScope threads(options.threads);
  CompileReport report;
  const PassContext context = Context();
  const bool any_shape = HasUnknownInput(graph);
  OPDK_TRY(CheckGears(any_shape));
  // Source of models for known shapes. Constants are shared, not copied.
  std::shared_ptr<const Graph> source;
  if ((SpecializesShapes() || !options.gears.empty()) && any_shape) source = graph.Clone();
  OPDK_TRY(Graph optimized, Optimize(std::move(graph), context, &report));
  OPDK_TRY(Program program, opdk::Compile(std::move(optimized), engines, *shared->packages, options));
  OPDK_TRY(DumpAt(DumpStage::kBuilt, program.graph, dumps));
  if (before != nullptr) OPDK_TRY(PlaceConstants(before->program(), program, constant_memory));
  CountParts(program, report);
  OPDK_TRY(Executable model, Load(std::move(program), before != nullptr));
  OPDK_TRY(DumpAt(DumpStage::kLoaded, model.program().graph, dumps));
  if (before != nullptr) OPDK_TRY(CheckPlaced(model.program(), constant_memory));
  ExplainKernels(model, *shared->packages, report.nodes);
  OPDK_TRY(AddVariants(source, {}, options.gears.empty() || options.any_shape_beside_gears, model));
  report.passes = context.record->timings;
  ReturnFreeMemory(report.memory);
  report.compile_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return CompiledSession{std::move(model), std::move(report)};
}

size_t ConstantBytes(const Executable& model) { return ConstantBytes(model.program()); }

Result<CompiledSession> Session::Compile(Graph graph) { return impl_->Compile(std::move(graph), nullptr, {}); }

Result<CompiledSession> Session::CompileIn(Graph graph, const Executable& before, std::span<std::byte> memory) {
  return impl_->Compile(std::move(graph), &before, memory);
}

}  // namespace opdk
