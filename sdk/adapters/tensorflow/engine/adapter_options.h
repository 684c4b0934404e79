// The parameters of NpuOptimizer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph_core/host/ge_debug_options.h"
#include "graph_core/mixed/mixed_compute.h"
#include "opdk/compile.h"
#include "opdk/status.h"

namespace opdk::tensorflow_adapter {

struct AdapterOptions {
  bool off_line = true;  // false: everything stays in TensorFlow
  MixedOptions mixed;
  std::string scope_passes;    // scope fusion passes that parts are read with, "a,b"
  int64_t iterations = 1;      // most steps in a run of a graph with an IterationOp
  std::string report = "log";  // where the report of a partition goes: "log", "stdout", or a file's path
  CompileOptions compile;
  DebugOptions debug;  // dumps and profiles of the clusters' runs
};

// Reads options from `texts`: name, value, name, value … E1001: there is no such parameter, or its value is invalid.
Result<AdapterOptions> ReadAdapterOptions(const std::vector<std::string>& texts);

}  // namespace opdk::tensorflow_adapter
