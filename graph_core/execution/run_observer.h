// Observers of a model's runs, such as profiles and dumps. Without an observer a run costs only one more branch per
// step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "opdk/status.h"

namespace opdk {

struct LoadedModel;
struct RunState;
struct RunStep;

// Names of a step. The steps of all functions are in one list.
struct StepName {
  std::string node;  // "loop/body/add" in a region
  std::string type;
  std::string engine;
  std::string package;
  std::string kernel;       // "" for a view
  std::string description;  // the kernel's own line about itself
  int stream = -1;          // the stream in its section; -1: on all threads
};

// Sees the steps of one launch, on the thread that runs them, one after the other. The calls nest: a step of control
// flow holds the steps of its regions. An observer's error ends the run with this error.
class RunObserver {
 public:
  virtual ~RunObserver() = default;

  // Returns whether observed steps may run on streams. Then several threads call BeforeStep, AfterStep and StepFailed
  // at the same time; the calls for one step come from one thread.
  virtual bool allows_streams() const { return false; }
  // Begins a run; each iteration is a run of its own. The model outlives the run.
  virtual Status BeginRun(const LoadedModel& model);
  // Sees a step before and after it runs. A step ends with AfterStep or StepFailed. Before the step its inputs hold the
  // values that it reads, and its outputs are undefined. After it, outputs that share memory with inputs have
  // overwritten them.
  virtual Status BeforeStep(const RunState& state, const RunStep& step);
  virtual Status AfterStep(const RunState& state, const RunStep& step);
  // Sees a failed step, and may add to the error.
  virtual void StepFailed(const RunState& state, const RunStep& step, Status& status);
  // Begins a step's region. `iteration`: its number in a loop, from 0; kNoLoop: not in a loop.
  static constexpr int64_t kNoLoop = -1;
  virtual void BeginRegion(const RunState& region, int64_t iteration);
  virtual void EndRegion();
  // Ends a run, also a failed run. `steps` are the names after the run, because some steps get their kernel only in a
  // run.
  virtual Status EndRun(const std::vector<StepName>& steps);
};

// Gives each launch of a model an observer, from any thread.
class RunWatch {
 public:
  virtual ~RunWatch() = default;
  virtual std::unique_ptr<RunObserver> Begin() = 0;
};

// Returns an observer that calls these observers, in their order.
std::unique_ptr<RunObserver> Together(std::vector<RunObserver*> observers);

}  // namespace opdk
