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

// Returns the bytes of constants that the model's kernels read: see Session::CompileIn.
size_t ConstantBytes(const Executable& model);

// Compiles any number of graphs. Not thread-safe. The models are independent of each other and keep everything that
// they need alive, so they may outlive the session.
class Session {
 public:
  // Makes a session. `memory`: variables and buffers that the graphs share with those of other sessions. nullptr: the
  // session has its own. E1001: an unknown engine or pass, a pass that can't be disabled, a variable for graph dumps
  // (ir/graph_dumps.h) with a value that isn't allowed. E1006: the dump directory can't be made.
  static Result<std::unique_ptr<Session>> Create(std::shared_ptr<const PackageRegistry> packages,
                                                 CompileOptions options = {},
                                                 std::shared_ptr<SessionMemory> memory = nullptr);
  ~Session();

  // Sets the graph id in the names of dump files. Default: 0.
  void NumberDumps(uint32_t graph_id);

  const PackageRegistry& packages() const;
  // Returns the engines in use, cheapest first.
  std::vector<Engine*> engines() const;

  // Compiles a graph: preparation → optimization → placement and partition → engine optimization → merge → compilation
  // → loading.
  Result<CompiledSession> Compile(Graph graph);
  // Compiles the graph of `before` again, with the constants that kernels read in `memory`. `memory` has
  // ConstantBytes(before) bytes, is 64-byte aligned and outlives the model.
  Result<CompiledSession> CompileIn(Graph graph, const Executable& before, std::span<std::byte> memory);
  // Returns an offline model: the result of Compile(graph) as bytes. Loading needs no cache of this process and no
  // compiler, but the same version of opdk and the same instruction set. `options.properties` become attributes of the
  // graph. `report`: of the stages up to the merge.
  Result<std::string> Offline(Graph graph, const OfflineOptions& options = {}, CompileReport* report = nullptr);
  // Loads an offline model from a file or from bytes. Its weights are used where they are, without a copy. `source`:
  // the graph that the model was made from; needed if shapes that come often are to get models of their own. E1002, and
  // the errors of ReadProgram and Load. E5009: others can write to the file, which contains machine code. E5010: a
  // needed package differs from the package of the build. E5012: a needed package is missing.
  Result<CompiledSession> LoadFile(const std::string& path, const std::shared_ptr<const Graph>& source = nullptr);
  Result<CompiledSession> LoadBytes(const OfflineBytes& file, const std::shared_ptr<const Graph>& source = nullptr);
  // Runs only the stages up to the merge. Returns the graph that would be compiled, with placements, and its report so
  // far.
  Result<Graph> Optimize(Graph graph, CompileReport* report = nullptr);

  // Returns the names of all passes: of the stages, of the engines' compilers and of the packages (nullptr: without
  // these). For messages and `--disable-pass`.
  static std::vector<std::string> PassNames(const PackageRegistry* packages = nullptr);
  // Returns the names of the built-in passes of a group.
  static std::vector<std::string> PassNames(PassGroup group);

 private:
  Session();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace opdk
