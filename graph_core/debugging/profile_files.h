// Profiles of a model in files: op_statistic.csv and trace.json. Both are complete after each run.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph_core/execution/executable.h"
#include "graph_core/execution/profile.h"
#include "opdk/output_file.h"
#include "opdk/status.h"

namespace opdk {

struct ProfileOptions {
  std::string directory = ".";
  bool runs = true;   // each in the trace
  bool tasks = true;  // each in the trace; sums by operator type in op_statistic.csv
};

// Reads GE's JSON: {"output": "/tmp/p", "training_trace": "on", "task_trace": "on"}. "" gives the default options.
// E1001: no such JSON, a key that GE doesn't have, a value that its key doesn't allow, or nothing is on.
Result<ProfileOptions> ParseProfileOptions(std::string_view json);

class ProfileFiles : public RunWatch {
 public:
  // Makes the directory DIRECTORY/PROF_<name> and its files. E1002: DIRECTORY isn't there. E1006: it can't be written
  // to.
  static Result<std::shared_ptr<ProfileFiles>> Create(ProfileOptions options, std::string_view name);
  // Profiles the model's runs from now on. The name is that of its graph. The model isn't shared yet.
  static Status Attach(Executable& model, ProfileOptions options);

  // Returns an observer for a run of any model. The files must outlive the run.
  std::unique_ptr<RunObserver> Begin() override;
  // Adds an event of the program to the trace, in a row below 0. Times are of Profile::Clock(). E1006.
  Status AddEvent(std::string_view name, std::string_view category, int64_t start_ns, int64_t end_ns, int row);

 private:
  friend class LaunchProfile;
  struct Times {
    int64_t count = 0;
    int64_t total_ns = 0;
    int64_t min_ns = 0;
    int64_t max_ns = 0;
  };

  explicit ProfileFiles(ProfileOptions options) : options_(std::move(options)) {}
  int TakeRow();
  void ReturnRow(int row);
  Status Add(const Profile& profile, int row);
  Status AddToTrace(const std::string& events);
  Status WriteStatistic();

  ProfileOptions options_;
  std::string directory_;
  const int64_t epoch_ns_ = Profile::Clock();
  std::atomic<int> runs_ = 0;
  std::mutex mutex_;  // guards the members below
  std::vector<bool> rows_taken_;
  std::optional<OutputFile> trace_;
  bool trace_is_empty_ = true;
  std::map<std::pair<std::string, std::string>, Times> by_type_;  // and engine
};

}  // namespace opdk
