// Files of a session's runs that GE's options ask for: dumps of tensors, profiles.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graph_core/debugging/profile_files.h"
#include "graph_core/debugging/tensor_dump.h"
#include "opdk/status.h"
#include "opdk/tensor_dump_options.h"

namespace opdk {

struct DebugOptions {
  bool dump = false;            // ge.exec.enableDump
  bool overflow_dump = false;   // ge.exec.enableDumpDebug
  bool exception_dump = false;  // ge.exec.enable_exception_dump
  TensorDumpOptions tensors;
  std::string overflow_engine;
  std::optional<bool> profile;  // nullopt: as the environment says
  std::optional<ProfileOptions> profile_options;
};

// Adds the dumps and profiles to the model, which isn't shared yet. Returns the dumps; they may have reports after a
// run. E1001: the options contradict each other, or PROFILING_MODE or PROFILING_OPTIONS of the environment has a value
// that isn't allowed. E1002, E1006: a directory is missing or can't be written to.
Result<std::vector<std::shared_ptr<TensorDump>>> WatchRuns(const DebugOptions& options, Executable& model);

}  // namespace opdk
