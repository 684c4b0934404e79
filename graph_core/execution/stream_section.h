// The run of a section: steps on streams, which wait for each other.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "graph_core/program/program.h"
#include "opdk/run_tensor.h"
#include "opdk/status.h"

namespace opdk {

class RunObserver;
struct RunState;
struct RunStep;

// What the steps of one run of a function have in common.
struct StepRunner {
  RunState& state;
  std::span<const RunOutput> outputs;  // the caller's
  RunObserver* observer;               // nullptr: none

  // Errors are located at the step's node.
  Status Run(RunStep& step) const;
};

// Whether threads come when they are called. Where something else uses the CPUs, one that waits for another waits for
// the system to let it run, which is worse than to do its work.
class StreamPace {
 public:
  // Whether to try; else the steps are better run one after the other.
  bool MayTry() { return pause_ == 0 || --pause_ == 0; }
  // How long it took. After several that took much longer than the fastest it pauses, each time for twice as many runs.
  void Note(int64_t nanoseconds);

 private:
  int64_t least_ = std::numeric_limits<int64_t>::max();
  int slow_ = 0;  // one behind the other
  int pause_ = 0, next_pause_ = kFirstPause;
  static constexpr int kFirstPause = 32;
};

// Which steps of a function have ended. One for each run that is on.
class StreamEvents {
 public:
  // Of a function of so many steps.
  StreamEvents(size_t steps, std::span<const StreamSection> sections);

  // The steps of a section, each stream's on a thread of its own. False: nothing ran, since there are not so many
  // threads, or they don't come in time. The error of the first step, in the function's order, of those that failed.
  bool RunAtOnce(const StepRunner& runner, size_t number, Status& status);

 private:
  struct Failure {
    int step = -1;
    Status status;
  };
  void RunStream(const StepRunner& runner, const StreamSection& section, int stream);
  // False: another stream has failed.
  bool WaitFor(int step) const;

  std::span<const StreamSection> sections_;
  std::vector<StreamPace> paces_;                   // by section
  std::unique_ptr<std::atomic<uint32_t>[]> ended_;  // by step, the number of the run that it last ended in
  uint32_t run_ = 0;
  std::atomic<bool> failed_ = false;
  std::vector<Failure> errors_;  // by stream
};

}  // namespace opdk
