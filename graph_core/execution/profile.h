// How long each task of a run took.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "opdk/status.h"

namespace opdk {

// Collects the tasks of one or more runs. Recording costs two clock readings per task.
class Profile {
 public:
  struct Event {
    int step = 0;
    int run = 0;
    int64_t start_ns = 0;  // since the profile was made
    int64_t duration_ns = 0;
  };
  struct StepName {
    std::string node;
    std::string type;
    std::string engine;
    std::string package;
    std::string kernel;       // "" for a view
    std::string description;  // the kernel's own line about itself
  };
  struct NodeTime {
    StepName name;
    int runs = 0;
    double total_us = 0;
    double min_us = 0;
    double max_us = 0;
  };

  Profile();

  const std::vector<Event>& events() const { return events_; }
  // One row per node in order of execution.
  std::vector<NodeTime> ByNode() const;
  // Chrome's trace event format (chrome://tracing, Perfetto): one complete event per task, one per run.
  std::string ChromeTrace() const;
  Status WriteChromeTrace(const std::string& path) const;

  // Called by the executor.
  int64_t Now() const;
  void BeginRun(size_t steps);
  void Add(int step, int64_t start_ns, int64_t end_ns);
  // The names are taken after the run: a step may get its kernel only there.
  void EndRun(const std::vector<StepName>& steps);

 private:
  int64_t epoch_ns_;
  int run_ = -1;
  std::vector<StepName> steps_;
  std::vector<Event> events_;
};

}  // namespace opdk
