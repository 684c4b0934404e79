// Offline models: a session's Compile as bytes, and their loading.
#include "graph_core/offline_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/compilation/compile.h"
#include "graph_core/explain_model.h"
#include "graph_core/ir/input_shapes.h"
#include "graph_core/loading/load.h"
#include "graph_core/loading/used_packages.h"
#include "graph_core/program/program_file.h"
#include "graph_core/session_impl.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

int CountTasks(const Program& program) {
  int tasks = 0;
  for (const Function& function : program.functions) {
    tasks += static_cast<int>(std::count_if(function.steps.begin(), function.steps.end(),
                                            [](const Step& step) { return step.As<KernelTask>() != nullptr; }));
  }
  return tasks;
}

}  // namespace

void CountParts(const Program& program, CompileReport& report) {
  const StreamCounts streams = CountStreams(program);
  report.memory = program.memory;
  report.tasks = CountTasks(program);
  report.streams = streams.streams;
  report.events = streams.events;
  report.parallel_tasks = streams.steps;
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

Result<CompiledSession> OpenOffline(std::shared_ptr<const PackageRegistry> packages, const OfflineBytes& file,
                                    const CompileOptions& options, std::shared_ptr<SessionMemory> memory) {
  OPDK_TRY(auto with_embedded, WithEmbedded(file.bytes, std::move(packages)));
  OPDK_TRY(const auto session, Session::Create(std::move(with_embedded), options, std::move(memory)));
  return session->LoadBytes(file);
}

}  // namespace opdk
