// How long each task of a run took.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "graph_core/execution/run_observer.h"
#include "opdk/status.h"

namespace opdk {

// Chrome's trace event format (chrome://tracing, Perfetto) is this, then events with commas between them, then the end.
inline constexpr std::string_view kChromeTraceBegin = "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [\n";
inline constexpr std::string_view kChromeTraceEnd = "\n]}\n";
// One event; `row`: of those that are shown one below the other.
std::string TraceEvent(std::string_view name, std::string_view category, int64_t start_ns, int64_t end_ns, int row);

// Collects the tasks of one or more runs. Recording costs two clock readings per task.
class Profile : public RunObserver {
 public:
  struct Event {
    int step = 0;  // of steps()
    int run = 0;
    int64_t start_ns = 0;  // since the profile was made
    int64_t duration_ns = 0;
  };

  Profile();
  // As a part of what another one records: times since `epoch_ns` of Clock().
  explicit Profile(int64_t epoch_ns);
  static int64_t Clock();

  const std::vector<Event>& events() const { return events_; }
  // Those of the last run's model.
  const std::vector<StepName>& steps() const { return steps_; }

  // Which events a trace has.
  struct TraceParts {
    bool runs = true;
    bool tasks = true;
    int row = 0;  // of those that are shown one below the other
  };
  // One complete event per task, one per run; "": there are none.
  std::string TraceEvents(const TraceParts& parts) const;
  // E1002: the file can't be written.
  Status WriteChromeTrace(const std::string& path) const;

  bool allows_streams() const override { return true; }
  Status BeginRun(const LoadedModel& model) override;
  Status BeforeStep(const RunState& state, const RunStep& step) override;
  Status AfterStep(const RunState& state, const RunStep& step) override;
  void StepFailed(const RunState& state, const RunStep& step, Status& status) override;
  Status EndRun(const std::vector<StepName>& steps) override;

 protected:
  void BeginRun(const LoadedModel& model, int run);
  void ForgetEvents() { events_.clear(); }

 private:
  int64_t epoch_ns_;
  int run_ = -1;
  std::vector<StepName> steps_;
  std::vector<Event> events_;
  std::mutex mutex_;  // of what follows, and events_ while a run is on
  struct Begun {
    const RunStep* step;
    int64_t at_ns;
  };
  std::vector<Begun> begun_;  // the steps that haven't ended, the innermost of each thread last
  int64_t TakeBegin(const RunStep& step);
};

}  // namespace opdk
