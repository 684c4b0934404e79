#include "graph_core/execution/profile.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "graph_core/execution/context.h"
#include "opdk/output_file.h"

namespace opdk {
namespace {

double Microseconds(int64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1000.0; }

std::string CompleteEvent(std::string name, std::string category, int64_t start_ns, int64_t end_ns, int row,
                          nlohmann::json args) {
  const nlohmann::json event = {{"name", std::move(name)},
                                {"cat", std::move(category)},
                                {"ph", "X"},
                                {"ts", Microseconds(start_ns)},
                                {"dur", Microseconds(end_ns - start_ns)},
                                {"pid", 1},
                                {"tid", row},
                                {"args", std::move(args)}};
  // Names come from model files and need not be UTF-8.
  return event.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

std::string TraceEvent(std::string_view name, std::string_view category, int64_t start_ns, int64_t end_ns, int row) {
  return CompleteEvent(std::string(name), std::string(category), start_ns, end_ns, row, nlohmann::json::object());
}

Profile::Profile() : Profile(Clock()) {}
Profile::Profile(int64_t epoch_ns) : epoch_ns_(epoch_ns) {}

int64_t Profile::Clock() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

Status Profile::BeginRun(const LoadedModel& model) {
  BeginRun(model, run_ + 1);
  return Status();
}

void Profile::BeginRun(const LoadedModel& model, int run) {
  run_ = run;
  begun_.clear();
  events_.reserve(events_.size() + model.step_names.size());
}

int64_t Profile::TakeBegin(const RunStep& step) {
  const auto found =
      std::find_if(begun_.rbegin(), begun_.rend(), [&](const Begun& begun) { return begun.step == &step; });
  const int64_t at_ns = found->at_ns;
  begun_.erase(std::next(found).base());
  return at_ns;
}

Status Profile::BeforeStep(const RunState&, const RunStep& step) {
  const std::lock_guard lock(mutex_);
  begun_.push_back({&step, Clock() - epoch_ns_});
  return Status();
}

Status Profile::AfterStep(const RunState& state, const RunStep& step) {
  const int64_t end = Clock() - epoch_ns_;
  const std::lock_guard lock(mutex_);
  const int64_t start = TakeBegin(step);
  if (step.has_kernel()) events_.push_back({StepNumber(state, step), run_, start, end - start});
  return Status();
}

void Profile::StepFailed(const RunState&, const RunStep& step, Status&) {
  const std::lock_guard lock(mutex_);
  TakeBegin(step);
}

Status Profile::EndRun(const std::vector<StepName>& steps) {
  steps_ = steps;
  return Status();
}

std::string Profile::TraceEvents(const TraceParts& parts) const {
  // Rows of a run: its own, then one per stream. Steps with all threads are in the first stream's row.
  int streams = 1;
  for (const StepName& step : steps_) streams = std::max(streams, step.stream + 1);
  const int runs_row = (1 + streams) * parts.row;
  std::vector<std::string> texts;
  for (size_t first = 0; first < events_.size() && parts.runs;) {
    size_t end = first;
    int64_t stop = 0;
    for (; end < events_.size() && events_[end].run == events_[first].run; ++end) {
      stop = std::max(stop, events_[end].start_ns + events_[end].duration_ns);
    }
    const int run = events_[first].run;
    texts.push_back(
        CompleteEvent(fmt::format("run {}", run), "run", events_[first].start_ns, stop, runs_row, {{"run", run}}));
    first = end;
  }
  for (const Event& event : events_) {
    if (!parts.tasks) break;
    const StepName& step = steps_[static_cast<size_t>(event.step)];
    nlohmann::json args = {{"type", step.type},
                           {"engine", step.engine},
                           {"package", step.package},
                           {"kernel", step.kernel},
                           {"run", event.run}};
    texts.push_back(CompleteEvent(step.node, step.engine, event.start_ns, event.start_ns + event.duration_ns,
                                  runs_row + 1 + std::max(step.stream, 0), std::move(args)));
  }
  return fmt::format("{}", fmt::join(texts, ",\n"));
}

Status Profile::WriteChromeTrace(const std::string& path) const {
  return WriteFile(path, fmt::format("{}{}{}", kChromeTraceBegin, TraceEvents({}), kChromeTraceEnd));
}

}  // namespace opdk
