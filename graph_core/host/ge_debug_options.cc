#include "graph_core/host/ge_debug_options.h"

#include <fmt/format.h>

#include <cstdlib>
#include <string_view>
#include <utility>

#include "graph_core/host/ge_option_readers.h"

namespace opdk {
namespace {

using When = TensorDumpOptions::When;

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Returns whether runs are profiled, by the option or the environment. E1001.
Result<bool> IsProfiled(const DebugOptions& options) {
  if (options.profile) return *options.profile;
  const std::string mode = Variable("PROFILING_MODE");
  Result<bool> on = mode.empty() ? Result<bool>(false) : ReadSwitch(mode);
  if (!on.ok()) return std::move(on).status().At("environment variable PROFILING_MODE");
  return on;
}

Status WatchTimes(const DebugOptions& options, Executable& model) {
  OPDK_TRY(const bool on, IsProfiled(options));
  if (!on) return Status();
  if (options.profile_options) {
    return ProfileFiles::Attach(model, *options.profile_options).At("option 'ge.exec.profilingOptions'");
  }
  constexpr std::string_view kPlace = "environment variable PROFILING_OPTIONS";
  Result<ProfileOptions> read = ParseProfileOptions(Variable("PROFILING_OPTIONS"));
  if (!read.ok()) return std::move(read).status().At(kPlace);
  return ProfileFiles::Attach(model, *read).At(kPlace);
}

Status CheckDumps(const DebugOptions& options) {
  if (options.dump && options.overflow_dump) {
    return Status(ErrorCode::kUsage, "ge.exec.enableDump and ge.exec.enableDumpDebug exclude each other")
        .Hint("leave one of them out");
  }
  if ((options.dump || options.overflow_dump) && options.tensors.directory.empty()) {
    return Status(ErrorCode::kUsage, "tensors are to be dumped, and no directory is given for them")
        .Hint("set ge.exec.dumpPath to an existing directory");
  }
  return Status();
}

}  // namespace

Result<std::vector<std::shared_ptr<TensorDump>>> WatchRuns(const DebugOptions& options, Executable& model) {
  std::vector<std::shared_ptr<TensorDump>> dumps;
  OPDK_TRY(CheckDumps(options));
  const auto add = [&](When when, const auto& change) {
    TensorDumpOptions tensors = options.tensors;
    tensors.when = when;
    change(tensors);
    auto dump = TensorDump::Attach(model, std::move(tensors));
    if (!dump.ok()) return std::move(dump).status().At("option 'ge.exec.dumpPath'");
    dumps.push_back(*std::move(dump));
    return Status();
  };
  if (options.dump) OPDK_TRY(add(When::kAlways, [](TensorDumpOptions&) {}));
  if (options.overflow_dump) {
    OPDK_TRY(add(When::kOverflow, [&](TensorDumpOptions& tensors) { tensors.engine = options.overflow_engine; }));
  }
  if (options.exception_dump) {
    OPDK_TRY(add(When::kFailure, [](TensorDumpOptions& tensors) {
      // Failures are dumped in all runs.
      tensors.runs.clear();
      tensors.layers.clear();
      if (tensors.directory.empty()) tensors.directory = ".";
    }));
  }
  OPDK_TRY(WatchTimes(options, model));
  return dumps;
}

// ---- the options

Status ReadDump(const std::string& value, GeOptions& options) {
  OPDK_TRY(options.debug.dump, ReadSwitch(value));
  return Status();
}

Status ReadOverflowDump(const std::string& value, GeOptions& options) {
  OPDK_TRY(options.debug.overflow_dump, ReadSwitch(value));
  return Status();
}

// Reads the option. GE's two kinds of dumps, whole and lite, differ only in the data of a device.
Status ReadExceptionDump(const std::string& value, GeOptions& options) {
  if (value != "0" && value != "1" && value != "2") return BadValue(value, "0, 1 or 2");
  options.debug.exception_dump = value != "0";
  return Status();
}

Status ReadDumpPath(const std::string& value, GeOptions& options) {
  options.debug.tensors.directory = value;
  return Status();
}

Status ReadDumpStep(const std::string& value, GeOptions& options) {
  OPDK_TRY(options.debug.tensors.runs, ParseRuns(value));
  return Status();
}

Status ReadDumpMode(const std::string& value, GeOptions& options) { return SetDumpMode(value, options.debug.tensors); }

Status ReadDumpData(const std::string& value, GeOptions& options) { return SetDumpData(value, options.debug.tensors); }

Status ReadDumpLayer(const std::string& value, GeOptions& options) {
  options.debug.tensors.layers = ParseLayers(value);
  return Status();
}

Status ReadDumpDebugMode(const std::string& value, GeOptions& options) {
  if (value == "all" || value == "aicore_overflow") {
    options.debug.overflow_engine = value == "all" ? "" : "ai_core";
    return Status();
  }
  return BadValue(value, "all or aicore_overflow: a CPU has no atomic additions in memory that could overflow");
}

Status ReadProfilingMode(const std::string& value, GeOptions& options) {
  OPDK_TRY(options.debug.profile, ReadSwitch(value));
  return Status();
}

Status ReadProfilingOptions(const std::string& value, GeOptions& options) {
  if (value.empty()) return Status();
  OPDK_TRY(options.debug.profile_options, ParseProfileOptions(value));
  return Status();
}

}  // namespace opdk
