// Profiles of a model that options ask for: op_statistic.csv and trace.json, which are whole after each run.
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
  bool tasks = true;  // each in the trace, and those of each operator type together in op_statistic.csv
};

// GE's JSON: {"output": "/tmp/p", "training_trace": "on", "task_trace": "on"}; "": what ProfileOptions has. E1001: no
// such JSON, a key that GE doesn't have, a value that is none for its key, or nothing is on.
Result<ProfileOptions> ParseProfileOptions(std::string_view json);

class ProfileFiles : public RunWatch {
 public:
  // In a new directory DIRECTORY/PROF_<name>. E1002: DIRECTORY isn't there; E1006: it can't be written to.
  static Result<std::shared_ptr<ProfileFiles>> Create(ProfileOptions options, std::string_view name);
  // From now on the model's runs are profiled, by the name of its graph. The model isn't shared yet.
  static Status Attach(Executable& model, ProfileOptions options);

  // Of a run of any model; the files must outlive it.
  std::unique_ptr<RunObserver> Begin() override;
  // An event of the program's own in the trace, from and to a time of Profile::Clock(), in a row below 0. E1006.
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
  std::mutex mutex_;  // of what follows
  std::vector<bool> rows_taken_;
  std::optional<OutputFile> trace_;
  bool trace_is_empty_ = true;
  std::map<std::pair<std::string, std::string>, Times> by_type_;  // and engine
};

}  // namespace opdk
