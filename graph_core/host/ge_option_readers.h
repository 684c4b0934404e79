// Readers of the options that have an effect.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph_core/base/option_text.h"
#include "graph_core/host/ge_debug_options.h"
#include "graph_core/host/ge_fusion_switches.h"
#include "graph_core/host/ge_gears.h"
#include "graph_core/package/package_registry.h"
#include "graph_core/session.h"
#include "opdk/status.h"

namespace opdk {

struct GeOptions {
  PackageOptions registry;  // of the global level
  CompileOptions session;
  FusionSwitches fusion;
  ShapeOptions shapes;  // that a graph's inputs must fit
  bool has_precision_mode = false;
  DebugOptions debug;
  bool writes_fusion_result = false;
  std::string graph_cache;  // the directory and key of graph_cache.h
  std::string graph_key;
  std::string scope_passes;              // for reading TensorFlow's models, "a,b"
  std::vector<std::string> switched_on;  // passes that an option names; a switch file doesn't switch them off
  std::vector<std::string> warnings;     // keys of GE that have no effect here
};

// Reads an option that is on or off. E1001: any other value.
Result<bool> ReadSwitch(const std::string& value);

// Type of the readers. E1001: the key doesn't allow this value.
using ReadOption = Status(const std::string& value, GeOptions& options);

ReadOption ReadReuse;
ReadOption ReadOptimizationLevel;
ReadOption ReadConstantFolding;
ReadOption ReadDeadCodeElimination;
ReadOption ReadDisabledPasses;
ReadOption ReadPassSwitches;
ReadOption ReadFusionSwitchFile;
ReadOption ReadExportCompileStat;
ReadOption ReadExcludedEngines;
ReadOption ReadKernelCache;
ReadOption ReadGraphCache;
ReadOption ReadGraphKey;
ReadOption ReadDeterminism;
ReadOption ReadDeterminismLevel;
ReadOption ReadHostCpu;
ReadOption ReadEngine;
ReadOption ReadThreads;
ReadOption ReadSingleStream;
ReadOption ReadParallelMode;
ReadOption ReadStreams;
ReadOption ReadDumpDirectory;
ReadOption ReadShapesOfInputs;
ReadOption ReadBatchSizes;
ReadOption ReadImageSizes;
ReadOption ReadDynamicDims;
ReadOption ReadHybridMode;
ReadOption ReadPrecision;
ReadOption ReadMixlist;
ReadOption ReadPrescribedTypes;
ReadOption ReadPrecisionOfOperators;
ReadOption ReadPluginDirectories;
ReadOption ReadUseEnvironment;
ReadOption ReadUseBuiltin;
ReadOption ReadScopePasses;

// ge_debug_options.cc
ReadOption ReadDump;
ReadOption ReadOverflowDump;
ReadOption ReadExceptionDump;
ReadOption ReadDumpPath;
ReadOption ReadDumpStep;
ReadOption ReadDumpMode;
ReadOption ReadDumpData;
ReadOption ReadDumpLayer;
ReadOption ReadDumpDebugMode;
ReadOption ReadProfilingMode;
ReadOption ReadProfilingOptions;

}  // namespace opdk
