// Options and results of compiling a graph: the engine of each operator and why the other engines did not take it, the
// fused nodes, the memory needed.
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

// Options of compiling and running a graph. E1001: an option names something that doesn't exist.
struct CompileOptions {
  std::string engine;                         // the only engine ("ai_core", "ai_cpu"); "": all engines
  std::vector<std::string> excluded_engines;  // engines that take no node
  std::vector<std::string> disabled_passes;   // by name; E1001 with "did you mean" when there is no such pass
  std::string dump_directory;                 // graph texts after each pass that changed something, and expression
                                              // texts; made when it does not exist; "": none
  std::string kernel_cache_directory;         // for compiled AI Core kernels; "": the default directory
  int threads = 0;                            // of a run; 0: the process default
  // Most kernels that run at the same time, each on one thread, where that is expected to be faster. 0: as many as
  // there are threads; 1: kernels run one after the other.
  int streams = 0;
  bool reuse_memory = true;
  // Gives the same bits on each machine of this kind, independent of measurements and caches: no algorithm is chosen by
  // its time.
  bool deterministic = false;
  // Compiles models of their own for frequent shapes of a dynamic graph, beside runs, where that is faster. Off when
  // `deterministic`, because such a model's bits may differ.
  bool specialize = true;
  // Gears: the shapes of all inputs for each gear. Each gear gets a model of its own, and no other shapes run.
  std::vector<std::vector<std::vector<int64_t>>> gears;
  bool any_shape_beside_gears = false;
  PrecisionOptions precision;
  // Reports how many kernels of an engine are ready, of all that it must make; called while a graph is compiled.
  std::function<void(std::string_view engine, int done, int total)> progress;
};

// The reason why an engine did not take a node.
struct Refusal {
  std::string engine;
  std::string reason;
};

// The result for one operator of the graph after preparation.
struct NodeExplanation {
  std::string node;
  std::string type;
  std::string engine;
  std::string package;
  std::string kernel;       // "" for a view, which runs no kernel
  std::string description;  // the kernel's own description, one line
  std::string fused_into;   // name of the node that took it in; "": runs by itself
  bool view = false;        // the output is the input's bytes
  int stream = -1;          // stream on which its task runs on one thread, beside other tasks; -1: runs on all threads
  std::vector<Refusal> refusals;
  std::vector<std::string> notes;  // of passes: why the node wasn't fused with a neighbour
};

// Time of one run of a pass over a graph; for an expression's passes, the sum of their runs.
struct PassTiming {
  std::string stage;
  std::string pass;
  double milliseconds = 0;
  bool changed = false;
  int runs = 1;
};

// Numbers of a fusing pass: matches of its pattern, and replacements.
struct MatchCount {
  int matched = 0;
  int effective = 0;
};
using MatchCounts = std::map<std::string, MatchCount, std::less<>>;  // by pass

// Memory of a compiled graph. Sizes are in bytes; int fields are counts.
struct MemoryReport {
  size_t planned = 0;
  size_t theoretical_min = 0;
  size_t without_reuse = 0;
  size_t constants = 0;
  size_t released = 0;  // bytes of `constants` freed after loading: kernels keep their own form of them
  int in_place = 0;     // outputs that overwrite an input
  int views = 0;        // outputs that are an input's bytes, so that no kernel runs
  // tensors inside the tensor that they are joined to or cut from, so that no kernel copies them
  int parts = 0;
  int zero_copy = 0;        // graph outputs that a task writes straight into the caller's buffer
  int dynamic_tensors = 0;  // tensors of unknown size, which come from the pool at run time
};

// Results of compiling a graph.
struct CompileReport {
  std::vector<NodeExplanation> nodes;  // in topological order of the placed graph
  std::vector<PassTiming> passes;
  MatchCounts matches;  // of packages' passes and of the passes that fuse kernels
  MemoryReport memory;
  std::vector<std::string> warnings;  // names in `precision` that neither the graph nor the packages have; logged, too
  int tasks = 0;
  int streams = 1;         // number of streams on which tasks run at the same time
  int events = 0;          // number of events by which one stream waits for another
  int parallel_tasks = 0;  // number of tasks that run on streams
  double compile_ms = 0;   // all of compiling, with passes and kernels
};

}  // namespace opdk
