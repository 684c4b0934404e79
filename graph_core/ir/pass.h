// What a pass is, and the driver that runs a stage's table of passes.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk {

class Engine;
class PackageRegistry;

// Whether a pass changed the graph.
enum class Changed : bool { kNo = false, kYes = true };

struct PassTiming {
  std::string stage;
  std::string pass;
  double milliseconds = 0;
  bool changed = false;
};

// What a pass has to say about a node that it left as it was, for `opdk explain`.
struct PassNote {
  std::string node;
  std::string text;
};

// What came of running passes.
struct PassRecord {
  std::vector<PassTiming> timings;
  std::vector<PassNote> notes;
  int dumps = 0;  // files written
};

#ifdef OPDK_DEBUG_BUILD
inline constexpr bool kChecksText = true;
#else
inline constexpr bool kChecksText = false;
#endif

// What passes share. The pointers outlive the pipeline run.
struct PassContext {
  const PackageRegistry* packages = nullptr;
  std::vector<Engine*> engines;              // cheapest first
  std::vector<std::string> disabled_passes;  // by name
  std::string dump_directory;                // "": no dumps
  std::shared_ptr<PassRecord> record = std::make_shared<PassRecord>();
  // After each change the graph is printed, read and printed again, which must give the same text: what a dump shows is
  // what there is. On in debug builds.
  bool check_text = kChecksText;
};

// A pass is one free function in one file.
struct Pass {
  std::string_view name;
  Result<Changed> (*run)(Graph& graph, const PassContext& context);
  bool required = false;  // can't be disabled: the stage's contract rests on it
};

// Runs the passes in order: skips disabled ones, times each, verifies the graph after each change, dumps
// "<NN>_<stage>_<pass>.txt" when a dump directory is set. Errors are located "pass <name>".
// E1001 when a disabled pass does not exist is checked by the caller with PassNames().
Status RunPasses(std::string_view stage, std::span<const Pass> passes, Graph& graph, const PassContext& context);

}  // namespace opdk
