// The run of a section: steps on streams that wait for each other.
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

// Data that the steps share in one run of a function.
struct StepRunner {
  RunState& state;
  std::span<const RunOutput> outputs;  // the caller's
  RunObserver* observer;               // nullptr: none

  // Runs the step. Errors are located at its node.
  Status Run(RunStep& step) const;
};

// Decides whether streams are worth it. If other programs use the CPUs, a thread that waits for another thread waits
// until the system lets that thread run. Then it is faster to run the steps one after the other.
class StreamPace {
 public:
  // Returns whether to try streams now. false: run the steps one after the other.
  bool MayTry() { return pause_ == 0 || --pause_ == 0; }
  // Records the time of a run. After several runs that took much longer than the fastest run, pauses; each pause lasts
  // for twice as many runs as the pause before.
  void Note(int64_t nanoseconds);

 private:
  int64_t least_ = std::numeric_limits<int64_t>::max();
  int slow_ = 0;  // number of slow runs in a row
  int pause_ = 0, next_pause_ = kFirstPause;
  static constexpr int kFirstPause = 32;
};

// The steps of a function that have ended, for one run at a time.
class StreamEvents {
 public:
  // Makes the events of a function with `steps` steps.
  StreamEvents(size_t steps, std::span<const StreamSection> sections);

  // Runs a section, each stream on a thread. `status` gets the error of the failed step that is first in the function's
  // order. False: nothing ran, because there are not enough threads or they don't come in time.
  bool RunAtOnce(const StepRunner& runner, size_t number, Status& status);

 private:
  struct Failure {
    int step = -1;
    Status status;
  };
  void RunStream(const StepRunner& runner, const StreamSection& section, int stream);
  // Waits until the step has ended. False: another stream has failed.
  bool WaitFor(int step) const;

  std::span<const StreamSection> sections_;
  std::vector<StreamPace> paces_;                   // by section
  std::unique_ptr<std::atomic<uint32_t>[]> ended_;  // by step: the number of the run in which it last ended
  uint32_t run_ = 0;
  std::atomic<bool> failed_ = false;
  std::vector<Failure> errors_;  // by stream
};

}  // namespace opdk
