#include "sdk/adapters/ascendcl/prof.h"

#include <fmt/format.h>

#include <atomic>
#include <cstring>
#include <mutex>
#include <utility>

#include "graph_core/base/dump_place.h"
#include "sdk/adapters/ascendcl/handles.h"
#include "sdk/adapters/ascendcl/process.h"

struct aclprofConfig {
  opdk::ProfileOptions options;
  bool marks = false;
};

namespace opdk::acl {
namespace {

constexpr size_t kLongestPath = 4096;
constexpr const char* kName = "acl";
constexpr uint64_t kRuns = ACL_PROF_ACL_API | ACL_PROF_TRAINING_TRACE;
constexpr uint64_t kTasks = ACL_PROF_TASK_TIME | ACL_PROF_TASK_TIME_L0 | ACL_PROF_TASK_TIME_L2 |
                            ACL_PROF_AICORE_METRICS | ACL_PROF_AICPU | ACL_PROF_OP_ATTR;
constexpr uint64_t kWithoutEffect = ACL_PROF_L2CACHE | ACL_PROF_HCCL_TRACE | ACL_PROF_RUNTIME_API |
                                    ACL_PROF_FWK_SCHEDULE_L0 | ACL_PROF_FWK_SCHEDULE_L1 | ACL_PROF_TASK_MEMORY;

std::atomic<int> g_watchers = 0;

struct Profiler {
  std::mutex mutex;
  std::string directory;                   // "": aclprofInit was not called
  std::shared_ptr<aclprofConfig> started;  // the configuration given to aclprofStart
  std::shared_ptr<ProfileFiles> files;
};
Profiler& TheProfiler() {
  static Profiler profiler;
  return profiler;
}

Handles<aclprofConfig>& ProfConfigs() {
  static Handles<aclprofConfig> configs("configuration of a profile");
  return configs;
}

bool IsMetric(aclprofAicoreMetrics metric) {
  return (metric >= ACL_AICORE_ARITHMETIC_UTILIZATION && metric <= ACL_AICORE_PIPE_EXECUTE_UTILIZATION) ||
         metric == ACL_AICORE_NONE;
}

Outcome ReadConfig(const uint32_t* devices, uint32_t count, aclprofAicoreMetrics metric, const void* events,
                   uint64_t what, aclprofConfig& config) {
  if (devices == nullptr) return IsNull("list of devices");
  if (count != 1 || devices[0] != 0) {
    return Fail(ACL_ERROR_INVALID_DEVICE, "the list of devices is {0}: this machine is device 0");
  }
  if (!IsMetric(metric)) {
    return NoSuch("metric", "aicoreMetrics", metric,
                  "ACL_AICORE_ARITHMETIC_UTILIZATION to ACL_AICORE_PIPE_EXECUTE_UTILIZATION, and ACL_AICORE_NONE");
  }
  if (events != nullptr) return Fail(ACL_ERROR_FEATURE_UNSUPPORTED, "a CPU has no events of AI Cores: give NULL");
  if ((what & ~(kRuns | kTasks | kWithoutEffect | ACL_PROF_MSPROFTX)) != 0) {
    return Fail(ACL_ERROR_PROF_MODULES_UNSUPPORTED, fmt::format("no records have these bits: {:#x}", what));
  }
  config.options.runs = (what & kRuns) != 0;
  config.options.tasks = (what & kTasks) != 0;
  config.marks = (what & ACL_PROF_MSPROFTX) != 0;
  if (config.options.runs || config.options.tasks || config.marks) return {};
  return Fail(ACL_ERROR_INVALID_PARAM, "there is nothing to record: set ACL_PROF_TASK_TIME or ACL_PROF_ACL_API");
}

// Starts a profile. The caller holds the profiler's lock.
Outcome Start(Profiler& profiler, std::shared_ptr<aclprofConfig> config) {
  ProfileOptions options = config->options;
  options.directory = profiler.directory;
  auto files = ProfileFiles::Create(std::move(options), kName);
  if (!files.ok()) return FromStatus(files.status());
  profiler.files = *std::move(files);
  profiler.started = std::move(config);
  CountWatchers(1);
  return {};
}

void Stop(Profiler& profiler) {
  if (profiler.started == nullptr) return;
  profiler.started = nullptr;
  profiler.files = nullptr;
  CountWatchers(-1);
}

}  // namespace

WatchedRun::WatchedRun(uint32_t model) {
  if (g_watchers.load(std::memory_order_relaxed) == 0) return;
  files_ = CurrentProfile();
  if (files_ != nullptr) own_.push_back(files_->Begin());
  if (auto subscriber = SubscribersObserver(model); subscriber != nullptr) own_.push_back(std::move(subscriber));
  if (own_.empty()) return;
  if (own_.size() > 1) own_.push_back(Together({own_[0].get(), own_[1].get()}));
  observer_ = own_.back().get();
}

void CountWatchers(int change) { g_watchers += change; }

std::shared_ptr<ProfileFiles> CurrentProfile() {
  const std::lock_guard lock(TheProfiler().mutex);
  return TheProfiler().files;
}

std::shared_ptr<ProfileFiles> ProfileOfMarks() {
  const std::lock_guard lock(TheProfiler().mutex);
  const bool has_marks = TheProfiler().started != nullptr && TheProfiler().started->marks;
  return has_marks ? TheProfiler().files : nullptr;
}

Outcome StartProfile(const nlohmann::json& section, const std::string& place) {
  const auto wrong = [&](const std::string& why) {
    return Fail(ACL_ERROR_INVALID_PROFILING_CONFIG, fmt::format("{}: \"profiler\": {}", place, why));
  };
  if (!section.is_object()) return wrong("it is no object");
  nlohmann::json rest = section;
  const nlohmann::json is_on = rest.contains("switch") ? rest["switch"] : nlohmann::json("on");
  rest.erase("switch");
  if (is_on == "off") return {};
  if (is_on != "on") return wrong("\"switch\" is \"on\" or \"off\"");
  // Runs and tasks are recorded if nothing is said of them.
  if (rest.contains("ascendcl")) {
    rest["training_trace"] = rest["ascendcl"];
    rest.erase("ascendcl");
  }
  for (const char* key : {"training_trace", "task_time"}) {
    if (!rest.contains(key) && !rest.contains("task_trace")) rest[key] = "on";
  }
  auto options = ParseProfileOptions(rest.dump());
  if (!options.ok()) return wrong(options.status().message());
  const std::lock_guard lock(TheProfiler().mutex);
  TheProfiler().directory = options->directory;
  auto config = std::make_shared<aclprofConfig>();
  config->options = *std::move(options);
  config->marks = true;
  Outcome started = Start(TheProfiler(), std::move(config));
  if (!started.ok()) TheProfiler().directory.clear();
  return started.ok() ? started : wrong(started.text);
}

void EndProfile() {
  const std::lock_guard lock(TheProfiler().mutex);
  Stop(TheProfiler());
  TheProfiler().directory.clear();
}

}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclError aclprofInit(const char* profilerResultPath, size_t length) {
  return Call(__func__, [&]() -> Outcome {
    OPDK_ACL_TRY(CheckInitialized());
    if (profilerResultPath == nullptr) return IsNull("path");
    if (length == 0 || length > kLongestPath) {
      return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("a path has 1 to {} characters", kLongestPath));
    }
    if (HasSubscriptions()) return Fail(ACL_ERROR_PROF_API_CONFLICT, "a model has a subscription");
    const std::string path(profilerResultPath, strnlen(profilerResultPath, length));
    const auto found = opdk::CheckDumpDirectory(path);
    if (!found.ok()) return FromStatus(found);
    const std::lock_guard lock(TheProfiler().mutex);
    if (!TheProfiler().directory.empty()) return Fail(ACL_ERROR_PROF_ALREADY_RUN, "profiling has begun before");
    TheProfiler().directory = path;
    return {};
  });
}

aclError aclprofFinalize(void) {
  return Call(__func__, []() -> Outcome {
    const std::lock_guard lock(TheProfiler().mutex);
    if (TheProfiler().directory.empty()) return Fail(ACL_ERROR_PROF_NOT_RUN, "aclprofInit was not called");
    Stop(TheProfiler());
    TheProfiler().directory.clear();
    return {};
  });
}

aclprofConfig* aclprofCreateConfig(uint32_t* deviceIdList, uint32_t deviceNums, aclprofAicoreMetrics aicoreMetrics,
                                   const aclprofAicoreEvents* aicoreEvents, uint64_t dataTypeConfig) {
  return Get<aclprofConfig*>(__func__, nullptr, [&](aclprofConfig*& config) -> Outcome {
    auto made = std::make_shared<aclprofConfig>();
    OPDK_ACL_TRY(ReadConfig(deviceIdList, deviceNums, aicoreMetrics, aicoreEvents, dataTypeConfig, *made));
    config = ProfConfigs().Add(std::move(made));
    return {};
  });
}

aclError aclprofDestroyConfig(const aclprofConfig* profilerConfig) {
  return Call(__func__, [&]() -> Outcome {
    {
      const std::lock_guard lock(TheProfiler().mutex);
      if (profilerConfig != nullptr && TheProfiler().started.get() == profilerConfig) {
        return Fail(ACL_ERROR_PROF_ALREADY_RUN, "the configuration is in use: call aclprofStop first");
      }
    }
    return ProfConfigs().Remove(profilerConfig);
  });
}

aclError aclprofStart(const aclprofConfig* profilerConfig) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<aclprofConfig> config;
    OPDK_ACL_TRY(ProfConfigs().Find(profilerConfig, config));
    Profiler& profiler = TheProfiler();
    const std::lock_guard lock(profiler.mutex);
    if (profiler.directory.empty()) return Fail(ACL_ERROR_PROF_NOT_RUN, "call aclprofInit first");
    if (profiler.started != nullptr) return Fail(ACL_ERROR_PROF_ALREADY_RUN, "it was called before");
    return Start(profiler, std::move(config));
  });
}

aclError aclprofStop(const aclprofConfig* profilerConfig) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<aclprofConfig> config;
    OPDK_ACL_TRY(ProfConfigs().Find(profilerConfig, config));
    const std::lock_guard lock(TheProfiler().mutex);
    if (TheProfiler().started == nullptr) return Fail(ACL_ERROR_PROF_NOT_RUN, "aclprofStart was not called");
    if (TheProfiler().started != config) {
      return Fail(ACL_ERROR_INVALID_PARAM, "aclprofStart was called with another configuration");
    }
    Stop(TheProfiler());
    return {};
  });
}

aclError aclprofSetConfig(aclprofConfigType configType, const char* config, size_t configLength) {
  return Call(__func__, [&]() -> Outcome {
    if (config == nullptr) return IsNull("value");
    if (configLength == 0) return Fail(ACL_ERROR_INVALID_PARAM, "the value is empty");
    if (configType <= ACL_PROF_ARGS_MIN || configType >= ACL_PROF_ARGS_MAX || configType == 2) {
      return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("there is no setting {}", static_cast<int>(configType)));
    }
    return {};
  });
}
