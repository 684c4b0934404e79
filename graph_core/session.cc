#include "graph_core/session.h"

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
#include "graph_core/loading/offline_file.h"
#include "graph_core/loading/used_packages.h"
#include "graph_core/optimization/pipeline.h"
#include "graph_core/optimization/precision_names.h"
#include "graph_core/package/graph_passes.h"
#include "graph_core/package/placed_node.h"
#include "graph_core/partition/pipeline.h"
#include "graph_core/preparation/pipeline.h"
#include "graph_core/program/program_file.h"
#include "opdk/log.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

// Lets every engine optimize its own subgraphs (fusion, formats).
Result<Changed> OptimizeOnEngines(Graph& graph, const PassContext& context) {
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
    for (const Pass& pass : passes) names.push_back({pass.name, pass.required});
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
    return Status(ErrorCode::kUsage, fmt::format("the pass '{}' can't be disabled: those behind it need it", name))
        .Hint(fmt::format("these can be: {}", fmt::join(optional, ", ")));
  }
  return Status();
}

Status MakeDirectory(const std::string& path) {
  std::error_code error;
  if (!path.empty()) std::filesystem::create_directories(path, error);
  if (!error) return Status();
  return Status(ErrorCode::kFileNotFound, fmt::format("can't make the directory '{}': {}", path, error.message()));
}

int CountTasks(const Program& program) {
  int tasks = 0;
  for (const Function& function : program.functions) {
    tasks += static_cast<int>(
        std::count_if(function.steps.begin(), function.steps.end(), [](const Step& step) { return step.has_task; }));
  }
  return tasks;
}

void CountParts(const Program& program, CompileReport& report) {
  const StreamCounts streams = CountStreams(program);
  report.memory = program.memory;
  report.tasks = CountTasks(program);
  report.streams = streams.streams;
  report.events = streams.events;
  report.parallel_tasks = streams.steps;
}

// Returns freed memory to the system. Reading and optimizing a model leaves small free pieces that the C library would
// keep; for a large model they are as much memory as its weights.
void ReturnFreeMemory(const MemoryReport& memory) {
  constexpr size_t kWorthIt = size_t{16} << 20;  // bytes of constants; returning memory takes milliseconds
  if (memory.constants >= kWorthIt) malloc_trim(0);
}

}  // namespace

struct Session::Impl {
  // Data that the loaded models share with the session that made them.
  struct Shared {
    std::shared_ptr<const PackageRegistry> packages;
    std::vector<std::unique_ptr<Engine>> engines;
  };
  std::shared_ptr<Shared> shared;
  std::vector<Engine*> engines;
  CompileOptions options;
  std::shared_ptr<SessionMemory> memory;
  std::shared_ptr<const PrecisionOptions> precision;  // of the options
  GraphDumps dumps;
  bool warns = true;      // about unknown names in the options
  bool stands_in = true;  // other engines run steps that a step's engine refuses for the shapes of a run

  PassContext Context() const {
    PassContext context;
    context.packages = shared->packages.get();
    context.engines = engines;
    context.disabled_passes = options.disabled_passes;
    context.deterministic = options.deterministic;
    context.precision = precision;
    context.dump_directory = options.dump_directory;
    return context;
  }
  Result<Graph> Optimize(Graph graph, const PassContext& context, CompileReport* report) const;
  Result<CompiledSession> Compile(Graph graph, const Executable* before, std::span<std::byte> constant_memory);
  Result<Executable> Load(Program program, bool constants_are_placed = false) const;
  // Returns the compiler for steps that their engine refuses. nullptr: there is no other engine.
  StandInCompiler StandIns() const;
  // Returns the options for the models that the session makes beside the requested model.
  CompileOptions OfSmallerModels() const;
  // Makes a model that can be written to a file, with all constants.
  Result<Executable> ToWrite(Graph graph, const std::map<std::string, std::string>& properties,
                             CompileReport* report) const;
  Result<std::vector<Executable>> GearsToWrite(const Graph& source) const;
  Status CheckGears(bool any_shape) const;
  bool LearnsShapes() const { return options.specialize && !options.deterministic; }
  Status AddVariants(const std::shared_ptr<const Graph>& source, std::vector<GearProgram> made, bool any_shape,
                     Executable& model) const;
};

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
  names.Meet(graph);
  OPDK_TRY(DumpAt(DumpStage::kBegin, graph, dumps));
  OPDK_TRY(PrepareGraph(graph, context, &dumps));
  names.Meet(graph);
  OPDK_TRY(OptimizeGraph(graph, context, &dumps));
  names.Meet(graph);
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
  const bool learns = any_shape && source != nullptr && LearnsShapes() && model.gains_from_shapes();
  const bool makes = source != nullptr && made.empty() && !options.gears.empty();
  if (!model.dynamic() || (made.empty() && !makes && !learns)) return Status();
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
  if (learns) variants->Learn();
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
  if ((LearnsShapes() || !options.gears.empty()) && any_shape) source = graph.Clone();
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

Result<Executable> Session::Impl::ToWrite(Graph graph, const std::map<std::string, std::string>& properties,
                                          CompileReport* report) const {
  const PassContext context = Context();
  OPDK_TRY(Graph optimized, Optimize(std::move(graph), context, report));
  if (report != nullptr) report->passes = context.record->timings;
  for (const auto& [name, value] : properties) optimized.attrs()[name] = value;
  OPDK_TRY(Program program, opdk::Compile(std::move(optimized), engines, *shared->packages, options));
  OPDK_TRY(DumpAt(DumpStage::kBuilt, program.graph, dumps));
  LoadOptions load{options.threads, shared, memory};
  load.keep_constants = true;
  load.compile_stand_in = StandIns();
  return opdk::Load(std::move(program), engines, *shared->packages, std::move(load));
}

Result<std::vector<Executable>> Session::Impl::GearsToWrite(const Graph& source) const {
  Impl own = *this;
  own.options.dump_directory.clear();
  own.dumps = GraphDumps();
  own.warns = false;
  std::vector<Executable> gears;
  for (const ShapeSignature& shapes : options.gears) {
    const std::unique_ptr<Graph> graph = source.Clone();
    OPDK_TRY(SetInputShapes(*graph, shapes));
    auto gear = own.ToWrite(std::move(*graph), {}, nullptr);
    if (!gear.ok()) return std::move(gear).status().At(fmt::format("shapes {}", ShapesText(shapes)));
    gears.push_back(*std::move(gear));
  }
  return gears;
}

Result<std::string> Session::Offline(Graph graph, const OfflineOptions& options, CompileReport* report) {
  const ThreadScope threads(impl_->options.threads);
  OPDK_TRY(impl_->CheckGears(HasUnknownInput(graph)));
  OPDK_TRY(const std::vector<Executable> gears, impl_->GearsToWrite(graph));
  OPDK_TRY(const Executable model, impl_->ToWrite(std::move(graph), options.properties, report));
  std::vector<const Program*> programs = {&model.program()};
  std::vector<WrittenGear> written;
  for (size_t i = 0; i < gears.size(); ++i) {
    programs.push_back(&gears[i].program());
    written.push_back({impl_->options.gears[i], &gears[i].program()});
  }
  OfflineParts parts;
  parts.any_shape_beside_gears = impl_->options.any_shape_beside_gears;
  parts.weights_file = options.external_weights;
  std::vector<const Graph*> graphs;
  graphs.reserve(programs.size());
  for (const Program* program : programs) graphs.push_back(&program->graph);
  OPDK_TRY(parts.packages, UsedPackages(graphs, packages(), options.embed_packages));
  for (Engine* engine : impl_->engines) {
    std::vector<std::shared_ptr<const KernelImage>> images;
    for (const Program* program : programs) {
      for (const EngineImage& image : program->images) {
        if (image.engine == engine->name()) images.push_back(image.image);
      }
    }
    OPDK_TRY(std::string code, engine->CodeOf(images));
    if (!code.empty()) parts.code.push_back({std::string(engine->name()), std::move(code)});
  }
  return WriteProgram(model.program(), parts, written);
}

Result<CompiledSession> Session::LoadBytes(const OfflineBytes& file, const std::shared_ptr<const Graph>& source) {
  const auto start = std::chrono::steady_clock::now();
  const ThreadScope threads(impl_->options.threads);
  OfflineParts parts;
  OPDK_TRY(Program program, ReadProgram(file, impl_->engines, &parts));
  OPDK_TRY(CheckUsedPackages(parts.packages, packages()));
  for (const EngineCode& code : parts.code) {
    for (Engine* engine : impl_->engines) {
      if (engine->name() == code.engine) OPDK_TRY(engine->TakeCode(code.bytes));
    }
  }
  CompileReport report;
  CountParts(program, report);
  OPDK_TRY(Executable model, impl_->Load(std::move(program)));
  const bool any_shape = parts.gears.empty() || parts.any_shape_beside_gears;
  OPDK_TRY(impl_->AddVariants(source, std::move(parts.gears), any_shape, model));
  ExplainKernels(model, packages(), report.nodes);
  report.compile_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return CompiledSession{std::move(model), std::move(report)};
}

Result<CompiledSession> Session::LoadFile(const std::string& path, const std::shared_ptr<const Graph>& source) {
  OPDK_TRY(const auto file, ReadOffline(path));
  auto loaded = LoadBytes(file, source);
  return loaded.ok() ? std::move(loaded) : std::move(loaded).status().At(path);
}

}  // namespace opdk
