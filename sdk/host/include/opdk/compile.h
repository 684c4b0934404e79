// How a graph is compiled, and what became of it: which engine took each operator and why the others did not, what was
// fused, how much memory it needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "opdk/precision.h"

namespace opdk {

struct CompileOptions {
  std::string engine;                         // only this engine ("ai_core", "ai_cpu"); "": all
  std::vector<std::string> excluded_engines;  // none of these
  std::vector<std::string> disabled_passes;   // by name; E1001 with "did you mean" when there is no such pass
  std::string dump_directory;                 // graph texts after each pass that changed something, and expression
                                              // texts; made when it does not exist; "": none
  std::string kernel_cache_directory;         // of compiled AI Core kernels; "": the default one
  int threads = 0;                            // of a run; 0: the process default
  // Most kernels that run at the same time, each on one thread, where that is expected to be faster; 0: as many as
  // there are threads, 1: one after the other.
  int streams = 0;
  bool reuse_memory = true;
  // The same bits on each machine of this kind, whatever was measured and cached: no algorithm is chosen by its time.
  bool deterministic = false;
  // Shapes of a dynamic graph that come often get a model of their own, compiled beside runs, where that is faster. Not
  // when `deterministic`: its bits may be others.
  bool specialize = true;
  // For each gear the shapes of all inputs: each gets a model of its own, and no other shapes are run.
  std::vector<std::vector<std::vector<int64_t>>> gears;
  bool any_shape_beside_gears = false;
  PrecisionOptions precision;
  // Kernels of one engine that are ready, out of all it must make; called while a graph is compiled.
  std::function<void(std::string_view engine, int done, int total)> progress;
};

// Why an engine did not take a node.
struct Refusal {
  std::string engine;
  std::string reason;
};

// What became of one operator of the graph after preparation.
struct NodeExplanation {
  std::string node;
  std::string type;
  std::string engine;
  std::string package;
  std::string kernel;       // "" for a view, which runs no kernel
  std::string description;  // the kernel's own line about itself
  std::string fused_into;   // name of the node that it became a part of; "": runs by itself
  bool view = false;        // its output is its input's bytes
  int stream = -1;          // its task runs there on one thread, at the same time as others; -1: on all threads
  std::vector<Refusal> refusals;
  std::vector<std::string> notes;  // of passes: why it wasn't fused with a neighbour
};

// One run of a pass over a graph; of an expression's passes, the sum of their runs.
struct PassTiming {
  std::string stage;
  std::string pass;
  double milliseconds = 0;
  bool changed = false;
  int runs = 1;
};

// How often a pass that fuses found what it looks for, and how often it put something else there.
struct MatchCount {
  int matched = 0;
  int effective = 0;
};
using MatchCounts = std::map<std::string, MatchCount, std::less<>>;  // by pass

// In bytes, but for the counts.
struct MemoryReport {
  size_t planned = 0;
  size_t theoretical_min = 0;
  size_t without_reuse = 0;
  size_t constants = 0;
  size_t released = 0;      // of the constants, once loaded: kernels keep what they need of them in a form of their own
  int in_place = 0;         // outputs that overwrite an input
  int views = 0;            // outputs that are an input's bytes: no kernel runs
  int parts = 0;            // tensors inside of one that they are joined to or cut from: no kernel copies them
  int zero_copy = 0;        // graph outputs that a task writes straight into the caller's buffer
  int dynamic_tensors = 0;  // tensors of unknown size: from the pool, at run time
};

struct CompileReport {
  std::vector<NodeExplanation> nodes;  // in topological order of the graph that was placed
  std::vector<PassTiming> passes;
  MatchCounts matches;  // of packages' passes, and of those that fuse kernels
  MemoryReport memory;
  std::vector<std::string> warnings;  // of names in `precision` that the graph or the packages don't have; logged, too
  int tasks = 0;
  int streams = 1;         // on which tasks run at the same time
  int events = 0;          // that one stream waits for another by
  int parallel_tasks = 0;  // of the tasks: those on streams
  double compile_ms = 0;   // the whole of compiling, passes and kernels included
};

}  // namespace opdk
