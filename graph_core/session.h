// A compile-and-run context: the one place that knows every stage of the graph core.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graph_core/engines/engine.h"
#include "graph_core/execution/executable.h"
#include "graph_core/ir/graph.h"
#include "graph_core/ir/pass.h"
#include "graph_core/program/program_file.h"
#include "opdk/compile.h"
#include "opdk/model.h"

namespace opdk {

struct CompiledSession {
  Executable model;
  CompileReport report;
};

// What kernels read of a model's constants: see Session::CompileIn.
size_t ConstantBytes(const Executable& model);

// Compiles any number of graphs. Not thread-safe; the models it returns are independent of each other and keep what
// they need alive, so they may outlive the session.
class Session {
 public:
  // `memory`: what the graphs share with those of other sessions; nullptr: the session has its own.
  // E1001: an unknown engine or pass name, a pass that can't be disabled, a variable for dumps of graphs
  // (ir/graph_dumps.h) with a value that is none. E1002: the dump directory can't be made.
  static Result<std::unique_ptr<Session>> Create(std::shared_ptr<const PackageRegistry> packages,
                                                 CompileOptions options = {},
                                                 std::shared_ptr<SessionMemory> memory = nullptr);
  ~Session();

  // By which the graph dumps that the environment asks for name the graphs; 0 where nobody says another.
  void NumberDumps(uint32_t graph_id);

  const PackageRegistry& packages() const;
  // The engines in use, cheapest first.
  std::vector<Engine*> engines() const;

  // preparation → optimization → placement and partition → engine optimization → merge → compilation → loading.
  Result<CompiledSession> Compile(Graph graph);
  // The graph that `before` was compiled of once more; what its kernels read of constants lies in `memory`, of
  // ConstantBytes(before), 64-byte aligned, which must outlive the model.
  Result<CompiledSession> CompileIn(Graph graph, const Executable& before, std::span<std::byte> memory);
  // An offline model: what Compile(graph) gives, as bytes that need neither this process's caches nor a compiler where
  // they are loaded, by the same version of opdk for the same instruction set. `options.properties`
  // become attributes of the graph. `report`: of the stages up to the merge.
  Result<std::string> Offline(Graph graph, const OfflineOptions& options = {}, CompileReport* report = nullptr);
  // One from a file or from bytes, whose weights stay where they lie. `source`: what it was made of, where
  // shapes that come often are to get models of their own. E1002, and as ReadProgram and Load.
  // E5009: others can write to the file, which has machine code in it; E5010: a package that it needs is another one
  // than it was made with; E5012: one is missing.
  Result<CompiledSession> LoadFile(const std::string& path, const std::shared_ptr<const Graph>& source = nullptr);
  Result<CompiledSession> LoadBytes(const OfflineBytes& file, const std::shared_ptr<const Graph>& source = nullptr);
  // The stages up to the merge only: the graph that would be compiled, with placements, and its report so far.
  Result<Graph> Optimize(Graph graph, CompileReport* report = nullptr);

  // Every pass name of every stage, of the engines' compilers and of the packages (nullptr: without theirs), for
  // messages and `--disable-pass`.
  static std::vector<std::string> PassNames(const PackageRegistry* packages = nullptr);

 private:
  Session();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace opdk
