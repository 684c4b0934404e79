// A compile-and-run context: the one place that knows every stage of the graph core.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graph_core/engines/engine.h"
#include "graph_core/execution/loaded_model.h"
#include "graph_core/ir/pass.h"

namespace opdk {

struct SessionOptions {
  std::string engine;                         // only this engine ("ai_core", "ai_cpu"); "": all
  std::vector<std::string> excluded_engines;  // none of these
  std::vector<std::string> disabled_passes;   // by name; E1001 with "did you mean" when there is no such pass
  std::string dump_directory;                 // graph texts after each pass that changed something, and expression
                                              // texts; made when it does not exist; "": none
  std::string kernel_cache_directory;         // of compiled AI Core kernels; "": the default one
  int threads = 0;                            // of a run; 0: the process default
  bool reuse_memory = true;
  // Kernels that are ready while a model is compiled, per engine.
  std::function<void(std::string_view engine, int done, int total)> progress;
};

// What became of one operator of the graph after preparation.
struct NodeExplanation {
  std::string node;
  std::string type;
  std::string engine;
  std::string package;
  std::string kernel;       // "" for a view, which runs no kernel
  std::string description;  // the task's own line about itself
  std::string fused_into;   // name of the node that it became a part of; "": runs by itself
  bool view = false;        // its output is its input's bytes
  std::vector<Refusal> refusals;
  std::vector<std::string> notes;  // of passes: why it wasn't fused with a neighbour
};

struct CompileReport {
  std::vector<NodeExplanation> nodes;  // in topological order of the graph that was placed
  std::vector<PassTiming> passes;
  MemoryReport memory;
  int tasks = 0;
  double compile_ms = 0;  // whole of Compile(), passes and kernels included
};

struct CompiledSession {
  LoadedModel model;
  CompileReport report;
};

// Compiles any number of graphs. Not thread-safe; the models it returns are independent of each other and keep what
// they need alive, so they may outlive the session.
class Session {
 public:
  // E1001: an unknown engine or pass name, a pass that can't be disabled. E1002: the dump directory can't be made.
  static Result<std::unique_ptr<Session>> Create(std::shared_ptr<const PackageRegistry> packages,
                                                 SessionOptions options = {});
  ~Session();

  const PackageRegistry& packages() const;
  // The engines in use, cheapest first.
  std::vector<Engine*> engines() const;

  // preparation → optimization → placement and partition → engine optimization → merge → compilation → loading.
  Result<CompiledSession> Compile(Graph graph);
  // The stages up to the merge only: the graph that would be compiled, with placements, and its report so far.
  Result<Graph> Optimize(Graph graph, CompileReport* report = nullptr);

  // Every pass name of every stage and of the engines' compilers, for messages and `--disable-pass`.
  static std::vector<std::string> PassNames();

 private:
  Session();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace opdk
