#include "graph_core/execution/profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>

namespace opdk {
namespace {

int64_t ClockNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

double Microseconds(int64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1000.0; }

nlohmann::json CompleteEvent(std::string name, int64_t start_ns, int64_t end_ns, int thread, nlohmann::json args) {
  return {{"name", std::move(name)},
          {"ph", "X"},
          {"ts", Microseconds(start_ns)},
          {"dur", Microseconds(end_ns - start_ns)},
          {"pid", 1},
          {"tid", thread},
          {"args", std::move(args)}};
}

}  // namespace

Profile::Profile() : epoch_ns_(ClockNs()) {}

int64_t Profile::Now() const { return ClockNs() - epoch_ns_; }

void Profile::BeginRun(size_t steps) {
  ++run_;
  events_.reserve(events_.size() + steps);
}

void Profile::EndRun(const std::vector<StepName>& steps) { steps_ = steps; }

void Profile::Add(int step, int64_t start_ns, int64_t end_ns) {
  events_.push_back({step, run_, start_ns, end_ns - start_ns});
}

std::vector<Profile::NodeTime> Profile::ByNode() const {
  std::vector<NodeTime> all;
  for (const StepName& name : steps_) all.push_back({name, 0, 0, 0, 0});
  for (const Event& event : events_) {
    NodeTime& time = all[static_cast<size_t>(event.step)];
    const double us = Microseconds(event.duration_ns);
    time.min_us = time.runs == 0 ? us : std::min(time.min_us, us);
    time.max_us = std::max(time.max_us, us);
    time.total_us += us;
    ++time.runs;
  }
  std::erase_if(all, [](const NodeTime& time) { return time.runs == 0; });
  return all;
}

std::string Profile::ChromeTrace() const {
  constexpr int kRunsThread = 0;
  constexpr int kTasksThread = 1;
  nlohmann::json events = nlohmann::json::array();
  for (int run = 0; run <= run_; ++run) {
    int64_t start = 0;
    int64_t end = -1;
    for (const Event& event : events_) {
      if (event.run != run) continue;
      if (end < 0) start = event.start_ns;
      end = event.start_ns + event.duration_ns;
    }
    if (end >= 0) events.push_back(CompleteEvent(fmt::format("run {}", run), start, end, kRunsThread, {{"run", run}}));
  }
  for (const Event& event : events_) {
    const StepName& step = steps_[static_cast<size_t>(event.step)];
    nlohmann::json args = {{"type", step.type},
                           {"engine", step.engine},
                           {"package", step.package},
                           {"kernel", step.kernel},
                           {"run", event.run}};
    events.push_back(
        CompleteEvent(step.node, event.start_ns, event.start_ns + event.duration_ns, kTasksThread, std::move(args)));
    events.back()["cat"] = step.engine;
  }
  const nlohmann::json trace = {{"traceEvents", std::move(events)}, {"displayTimeUnit", "ms"}};
  // Names come from model files and need not be UTF-8.
  return trace.dump(1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Status Profile::WriteChromeTrace(const std::string& path) const {
  std::ofstream file(path, std::ios::binary);
  file << ChromeTrace();
  file.close();
  if (file.good()) return Status();
  return Status(ErrorCode::kFileNotFound, fmt::format("can't write the profile to '{}'", path));
}

}  // namespace opdk
