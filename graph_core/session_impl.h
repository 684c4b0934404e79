// The inside of a session: session.cc compiles graphs, offline_session.cc writes and reads offline models.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graph_core/ir/graph_dumps.h"
#include "graph_core/session.h"

namespace opdk {

// The state of a session, which the files of its methods share.
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
  bool SpecializesShapes() const { return options.specialize && !options.deterministic; }
  Status AddVariants(const std::shared_ptr<const Graph>& source, std::vector<GearProgram> made, bool any_shape,
                     Executable& model) const;
};

// Adds a program's memory, tasks and streams to the report.
void CountParts(const Program& program, CompileReport& report);

}  // namespace opdk
