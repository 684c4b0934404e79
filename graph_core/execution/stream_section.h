// The run of a section: steps on streams, which wait for each other.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
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

// Which steps of a function have ended. One for each run that is on.
class StreamEvents {
 public:
  // Of so many steps, on at most so many streams.
  StreamEvents(size_t steps, int streams)
      : ended_(std::make_unique<std::atomic<uint32_t>[]>(steps)), errors_(static_cast<size_t>(streams)) {}

  // The section's steps, each stream's on a thread of its own. False: there are not so many threads, and nothing ran. The
  // error of the first step, in the function's order, of those that failed.
  bool RunAtOnce(const StepRunner& runner, const StreamSection& section, Status& status);

 private:
  struct Failure {
    int step = -1;
    Status status;
  };
  void RunStream(const StepRunner& runner, const StreamSection& section, int stream);
  // False: another stream has failed.
  bool WaitFor(int step) const;

  std::unique_ptr<std::atomic<uint32_t>[]> ended_;  // by step, the number of the run that it last ended in
  uint32_t run_ = 0;
  std::atomic<bool> failed_ = false;
  std::vector<Failure> errors_;  // by stream
};

}  // namespace opdk
