#include "graph_core/debugging/profile_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "graph_core/base/dump_place.h"
#include "graph_core/base/json_reading.h"
#include "opdk/output_file.h"

namespace opdk {
namespace {

using nlohmann::json;

// Keys that GE records on a device and that have no counterpart here.
constexpr std::string_view kWithoutEffect[] = {"aic_metrics",
                                               "aicpu",
                                               "bp_point",
                                               "dvpp_freq",
                                               "fp_point",
                                               "ge_api",
                                               "hccl",
                                               "host_sys",
                                               "host_sys_usage",
                                               "host_sys_usage_freq",
                                               "instr_profiling_freq",
                                               "l2",
                                               "llc_profiling",
                                               "msproftx",
                                               "runtime_api",
                                               "storage_limit",
                                               "sys_hardware_mem_freq",
                                               "sys_interconnection_freq",
                                               "sys_io_sampling_freq"};

Status Refused(std::string_view why) { return Status(ErrorCode::kUsage, why); }

Status NotWritten(const Status& why) {
  return Status(ErrorCode::kWriteFailed, fmt::format("the profile can't be written: {}", why.message()));
}

Status UnknownKey(const std::string& key) {
  std::vector<std::string> known(std::begin(kWithoutEffect), std::end(kWithoutEffect));
  known.insert(known.end(), {"output", "training_trace", "task_trace", "task_time"});
  const std::string near = Nearest(key, known);
  Status status = Refused(fmt::format("it has no key '{}'", key));
  return near.empty() ? status : std::move(status).Hint(fmt::format("did you mean '{}'?", near));
}

// Reads on or off. GE's levels of tasks, l0 to l2, count as on: they differ only in records of a device.
Result<bool> IsOn(const std::string& key, const json& value) {
  const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  if (text == "on" || (key != "training_trace" && (text == "l0" || text == "l1" || text == "l2"))) return true;
  if (text == "off") return false;
  return Refused(fmt::format("{} is '{}', and takes on or off", key, text));
}

std::string CsvField(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

double Microseconds(int64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1000.0; }

}  // namespace

Result<ProfileOptions> ParseProfileOptions(std::string_view text) {
  ProfileOptions options;
  if (text.empty()) return options;
  const json given = ParseJson(text);
  if (!given.is_object()) return Refused("it is no JSON object, as {\"output\": \"/tmp\", \"task_trace\": \"on\"} is");
  options.runs = options.tasks = false;
  for (const auto& [key, value] : given.items()) {
    if (key == "output") {
      if (!value.is_string()) return Refused("output is no text");
      if (!value.get<std::string>().empty()) options.directory = value.get<std::string>();
    } else if (key == "training_trace") {
      OPDK_TRY(options.runs, IsOn(key, value));
    } else if (key == "task_trace" || key == "task_time") {
      OPDK_TRY(const bool on, IsOn(key, value));
      options.tasks = options.tasks || on;
    } else if (std::find(std::begin(kWithoutEffect), std::end(kWithoutEffect), key) == std::end(kWithoutEffect)) {
      return UnknownKey(key);
    }
  }
  if (options.runs || options.tasks) return options;
  return Refused("there is nothing to record").Hint("set training_trace or task_trace to on");
}

// The profile of one launch, a part of the files.
class LaunchProfile : public Profile {
 public:
  LaunchProfile(ProfileFiles& files, int64_t epoch_ns) : Profile(epoch_ns), files_(files), row_(files.TakeRow()) {}
  ~LaunchProfile() override { files_.ReturnRow(row_); }

  Status BeginRun(const LoadedModel& model) override {
    ForgetEvents();
    BeginRun(model, files_.runs_++);
    return Status();
  }
  Status EndRun(const std::vector<StepName>& steps) override {
    OPDK_TRY(Profile::EndRun(steps));
    return files_.Add(*this, row_);
  }

 private:
  using Profile::BeginRun;
  ProfileFiles& files_;
  const int row_;
};

Result<std::shared_ptr<ProfileFiles>> ProfileFiles::Create(ProfileOptions options, std::string_view name) {
  OPDK_TRY(CheckDumpDirectory(options.directory));
  const std::shared_ptr<ProfileFiles> files(new ProfileFiles(std::move(options)));
  OPDK_TRY(files->directory_, NewDirectory(files->options_.directory, fmt::format("PROF_{}", name)));
  const std::string path = files->directory_ + "/trace.json";
  auto trace = OutputFile::Append(path);
  if (!trace.ok()) return NotWritten(trace.status());
  files->trace_.emplace(*std::move(trace));
  const Status begun = files->trace_->Write(fmt::format("{}{}", kChromeTraceBegin, kChromeTraceEnd));
  if (!begun.ok()) return NotWritten(begun);
  if (files->options_.tasks) OPDK_TRY(files->WriteStatistic());
  return files;
}

Status ProfileFiles::Attach(Executable& model, ProfileOptions options) {
  const std::string& graph = model.program().graph.name();
  OPDK_TRY(std::shared_ptr<ProfileFiles> files, Create(std::move(options), graph.empty() ? "graph" : graph));
  model.Watch(std::move(files));
  return Status();
}

std::unique_ptr<RunObserver> ProfileFiles::Begin() { return std::make_unique<LaunchProfile>(*this, epoch_ns_); }

int ProfileFiles::TakeRow() {
  const std::lock_guard lock(mutex_);
  const auto row = std::find(rows_taken_.begin(), rows_taken_.end(), false) - rows_taken_.begin();
  if (static_cast<size_t>(row) == rows_taken_.size()) rows_taken_.push_back(true);
  rows_taken_[static_cast<size_t>(row)] = true;
  return static_cast<int>(row);
}

void ProfileFiles::ReturnRow(int row) {
  const std::lock_guard lock(mutex_);
  rows_taken_[static_cast<size_t>(row)] = false;
}

Status ProfileFiles::AddEvent(std::string_view name, std::string_view category, int64_t start_ns, int64_t end_ns,
                              int row) {
  const std::lock_guard lock(mutex_);
  return AddToTrace(TraceEvent(name, category, start_ns - epoch_ns_, end_ns - epoch_ns_, row));
}

Status ProfileFiles::AddToTrace(const std::string& events) {
  // The new events overwrite the end of the file.
  Status status = trace_->DropEnd(kChromeTraceEnd.size());
  if (status.ok()) {
    status = trace_->Write(fmt::format("{}{}{}", trace_is_empty_ ? "" : ",\n", events, kChromeTraceEnd));
  }
  trace_is_empty_ = false;
  return status.ok() ? Status() : NotWritten(status);
}

Status ProfileFiles::Add(const Profile& profile, int row) {
  const std::string events = profile.TraceEvents({options_.runs, options_.tasks, row});
  const std::lock_guard lock(mutex_);
  if (!events.empty()) OPDK_TRY(AddToTrace(events));
  if (!options_.tasks) return Status();
  for (const Profile::Event& event : profile.events()) {
    const StepName& step = profile.steps()[static_cast<size_t>(event.step)];
    Times& times = by_type_[{step.type, step.engine}];
    times.min_ns = times.count == 0 ? event.duration_ns : std::min(times.min_ns, event.duration_ns);
    times.max_ns = std::max(times.max_ns, event.duration_ns);
    times.total_ns += event.duration_ns;
    ++times.count;
  }
  return WriteStatistic();
}

// Writes the statistic with the columns and spellings of GE's tools.
Status ProfileFiles::WriteStatistic() {
  int64_t all_ns = 0;
  for (const auto& [key, times] : by_type_) all_ns += times.total_ns;
  std::string text =
      "Device_id,OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)\n";
  for (const auto& [key, times] : by_type_) {
    std::string core = key.second;
    std::transform(core.begin(), core.end(), core.begin(),
                   [](char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); });
    const double total = Microseconds(times.total_ns);
    text +=
        fmt::format("0,{},{},{},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f}\n", CsvField(key.first), core, times.count, total,
                    Microseconds(times.min_ns), total / static_cast<double>(times.count), Microseconds(times.max_ns),
                    all_ns == 0 ? 0.0 : 100.0 * static_cast<double>(times.total_ns) / static_cast<double>(all_ns));
  }
  const std::string path = directory_ + "/op_statistic.csv";
  if (Status status = WriteFile(path, text, {.synced = false}); !status.ok()) {
    return NotWritten(status);
  }
  return Status();
}

}  // namespace opdk
