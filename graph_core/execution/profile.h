// Times of the tasks of runs.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "graph_core/execution/run_observer.h"
#include "opdk/status.h"

namespace opdk {

// Begin and end of Chrome's trace event format (chrome://tracing, Perfetto). Between them are events, joined by commas.
inline constexpr std::string_view kChromeTraceBegin = "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [\n";
inline constexpr std::string_view kChromeTraceEnd = "\n]}\n";
// Returns one event. `row`: the row of the picture that shows the event.
std::string TraceEvent(std::string_view name, std::string_view category, int64_t start_ns, int64_t end_ns, int row);

// Collects the tasks of one or more runs. Recording costs two clock readings per task.
class Profile : public RunObserver {
 public:
  struct Event {
    int step = 0;  // index in steps()
    int run = 0;
    int64_t start_ns = 0;  // since the profile was made, or since its epoch
    int64_t duration_ns = 0;
  };

  Profile();
  // Makes a profile that is part of another recording. Times count from `epoch_ns` of Clock().
  explicit Profile(int64_t epoch_ns);
  static int64_t Clock();

  const std::vector<Event>& events() const { return events_; }
  // Returns the steps of the model that ran last.
  const std::vector<StepName>& steps() const { return steps_; }

  // The events that a trace contains.
  struct TraceParts {
    bool runs = true;
    bool tasks = true;
    int row = 0;  // the row of the picture that shows the events
  };
  // Returns one complete event per task and one per run. "": there are none.
  std::string TraceEvents(const TraceParts& parts) const;
  // Writes a trace with all events. E1006: the file can't be written.
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
  std::mutex mutex_;  // guards the members below, and events_ during a run
  struct Begun {
    const RunStep* step;
    int64_t at_ns;
  };
  std::vector<Begun> begun_;  // steps that haven't ended; of each thread the innermost is last
  int64_t TakeBegin(const RunStep& step);
};

}  // namespace opdk
