// What sees the runs of a model: profiles and dumps. A run without one has a branch more for each step and nothing
// else.
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

// What there is to say of a step, of all functions' in one list.
struct StepName {
  std::string node;  // "loop/body/add" in a region
  std::string type;
  std::string engine;
  std::string package;
  std::string kernel;       // "" for a view
  std::string description;  // the kernel's own line about itself
  int stream = -1;          // of its section; -1: on all threads
};

// Sees the steps of one launch, on the thread that runs it, one after the other. A step of control flow holds those of
// its regions: the calls nest. An error of an observer ends the run with it.
class RunObserver {
 public:
  virtual ~RunObserver() = default;

  // Whether steps may run on streams while it watches: then BeforeStep, AfterStep and StepFailed are called by several
  // threads at once, for one step by the same.
  virtual bool allows_streams() const { return false; }
  // A run, each of its iterations a run of its own. The model outlives it.
  virtual Status BeginRun(const LoadedModel& model);
  // Each step ends in one of the last two. Before it, its inputs hold what it reads and its outputs are unknown yet;
  // behind it, outputs that share memory with inputs have overwritten them.
  virtual Status BeforeStep(const RunState& state, const RunStep& step);
  virtual Status AfterStep(const RunState& state, const RunStep& step);
  // May add to the error.
  virtual void StepFailed(const RunState& state, const RunStep& step, Status& status);
  // A step's region, and what number it has in a loop, from 0 on; kNoLoop: it isn't one.
  static constexpr int64_t kNoLoop = -1;
  virtual void BeginRegion(const RunState& region, int64_t iteration);
  virtual void EndRegion();
  // Also of a run that failed. The names are those after the run: a step may get its kernel only there.
  virtual Status EndRun(const std::vector<StepName>& steps);
};

// Gives each launch of a model an observer, from any thread.
class RunWatch {
 public:
  virtual ~RunWatch() = default;
  virtual std::unique_ptr<RunObserver> Begin() = 0;
};

// Several as one, in their order.
std::unique_ptr<RunObserver> Together(std::vector<RunObserver*> observers);

}  // namespace opdk
