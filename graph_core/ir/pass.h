// Graph passes, and the driver that runs a stage's table of passes.
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
#include "opdk/compile.h"
#include "opdk/status.h"

namespace opdk {

class Engine;
class PackageRegistry;

// Result of a pass: the graph changed or didn't.
enum class Changed : bool { kNo = false, kYes = true };

// A pass's note about a node, for `opdk explain`.
struct PassNote {
  std::string node;
  std::string text;
};

// Record of the passes that ran: times, notes, matches.
struct PassRecord {
  std::vector<PassTiming> timings;
  std::vector<PassNote> notes;
  MatchCounts matches;
  int dumps = 0;  // files written
};

#ifdef OPDK_DEBUG_BUILD
inline constexpr bool kChecksText = true;
#else
inline constexpr bool kChecksText = false;
#endif

// State that the passes of one table share. Their owner derives from it and gives them the object.
class PassState {
 public:
  virtual ~PassState() = default;
};

// Settings that all passes of a run share. The pointers outlive the run.
struct PassContext {
  const PackageRegistry* packages = nullptr;
  std::vector<Engine*> engines;                                         // cheapest first
  std::vector<std::string> disabled_passes;                             // by name
  bool deterministic = false;                                           // nothing is decided by measuring
  std::shared_ptr<const PrecisionOptions> precision;                    // nullptr: the graph's types stay
  std::string dump_directory;                                           // "": no dumps
  std::shared_ptr<PassRecord> record = std::make_shared<PassRecord>();  // nullptr: nothing is recorded
  PassState* state = nullptr;  // of the engine whose passes run; nullptr: they share none
  // After each change, not only after a stage, checks the graph, prints it, reads the text and prints it again. Both
  // texts must be equal, so that dumps show the true graph. On in debug builds.
  bool check_text = kChecksText;
};

// Passes that an option of GE names together.
enum class PassGroup { kOther, kDeadCode, kSharing, kKernelFusion, kPackage };

// The name of a pass, on graphs or on another structure.
struct PassName {
  std::string_view name;
  bool required = false;  // can't be disabled
  PassGroup group = PassGroup::kOther;
};

// Returns whether the options disable `pass`.
bool IsDisabled(const PassName& pass, const PassContext& context);
// Adds a run to the row of a pass that runs once for each of many objects.
void AddRun(std::string_view stage, std::string_view pass, double milliseconds, bool changed, PassRecord& record);
// Adds to the pass's counts of matches and replacements.
void AddMatches(std::string_view pass, MatchCount count, const PassContext& context);
// Writes "<NN>_<stage>_<pass>.txt" to the dump directory. E1006: it can't be written.
Status WriteDump(std::string_view stage, std::string_view pass, const std::string& text, const PassContext& context);

// A pass is one free function in one file.
struct Pass {
  std::string_view name;
  Result<Changed> (*run)(Graph& graph, const PassContext& context);
  bool required = false;   // can't be disabled, because the stage's contract needs it
  bool root_only = false;  // visits regions by itself, or has nothing to do there
  PassGroup group = PassGroup::kOther;
};

// Finishes a pass that changed the graph: dumps it. With check_text it also verifies the graph and checks its text;
// errors are then located "pass <name>".
Status AfterChange(std::string_view stage, std::string_view pass, const Graph& graph, const PassContext& context);

// Runs one pass on the graph. Unless the pass is root_only, it also runs on the regions of control flow that are left.
// Errors are located "region then_branch of node if".
Result<Changed> RunOnTree(const Pass& pass, Graph& graph, const PassContext& context);

// Runs the passes in order, each on the graph and on the regions of its control flow. Skips disabled passes and times
// the others. After each change dumps "<NN>_<stage>_<pass>.txt" if a dump directory is set. Verifies the graph at the
// end. Errors are located "pass <name>", or with the names of all passes that changed the graph. The caller checks with
// PassNames() that disabled passes exist (E1001).
Status RunPasses(std::string_view stage, std::span<const Pass> passes, Graph& graph, const PassContext& context);

}  // namespace opdk
