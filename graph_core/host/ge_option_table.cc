#include "graph_core/host/ge_option_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace opdk {
namespace {

constexpr int kG = static_cast<int>(OptionLevel::kGlobal);
constexpr int kS = static_cast<int>(OptionLevel::kSession);
constexpr int kOfGraph = static_cast<int>(OptionLevel::kGraph);
constexpr int kAny = kG | kS | kOfGraph;

struct Reason {
  std::string_view why;
  std::string_view instead;
};

constexpr OptionKey Reads(std::string_view name, int levels, ReadOption* read, std::string_view about) {
  return {name, levels, OptionMeaning::kRead, read, "", about, ""};
}

constexpr OptionKey Ignored(std::string_view name, int levels, std::string_view why) {
  return {name, levels, OptionMeaning::kNoEffect, nullptr, "", why, ""};
}

constexpr OptionKey Refused(std::string_view name, int levels, std::string_view harmless, Reason reason) {
  return {name, levels, OptionMeaning::kRefused, nullptr, harmless, reason.why, reason.instead};
}

constexpr std::string_view kDevice = "the graph runs in this process, not on a device";
constexpr std::string_view kStreams = "which tasks run side by side is found from their times; opdk.streams limits it";
constexpr std::string_view kWaits = "nothing waits for a device, so nothing is timed out";
constexpr std::string_view kCluster = "one process runs the graph: there are no ranks and no collectives";
constexpr std::string_view kTuning = "kernels are made for this CPU, and nothing of them is tuned by options";
constexpr std::string_view kMemory = "memory is the host's, and the plan of a graph has no limits to choose";
constexpr std::string_view kBuffers = "a CPU has no buffers or formats of its own to choose";
constexpr std::string_view kShapeCost = "a graph costs the same however its shapes are classed";
constexpr std::string_view kInner = "it is about the inside of GE";
constexpr std::string_view kCompiling = "graphs are compiled one by one, when they are first needed";
constexpr std::string_view kDumpLimits = "dumps of graphs are written whole";
constexpr std::string_view kOneImplementation = "each operator has one implementation, as precise as its types";
constexpr std::string_view kAllSteps = "a profile has the times of all steps";

constexpr Reason kQuantDump = {"steps are dumped as they run, quantised or not", "dump the layers in question"};
constexpr Reason kDebug = {"no debugging files of operators are made", "opdk.dump_graph_dir writes the graphs"};
constexpr Reason kGears = {"shapes are those of the inputs of a run",
                           "set -1 in ge.inputShape; ge.dynamicDims names shapes that models are made for beforehand"};
constexpr Reason kShapes = {"it is an option of ATC", "give ge.inputShape, or call BuildGraph"};
constexpr Reason kTypes = {"operators and outputs keep the data types of the graph",
                           "put Cast nodes where another type is wanted"};
constexpr Reason kImplementations = {kOneImplementation,
                                     "ge.exec.precision_mode_v2 chooses the types that operators compute in"};
constexpr Reason kFormats = {"inputs and outputs keep the formats of the graph",
                             "set those of the Data nodes, or put TransData nodes behind them"};
constexpr Reason kWeightFiles = {"weights of a session's graph lie in memory",
                                 "atc and aclgrphSaveModel put those of an offline model into a file beside it"};
constexpr Reason kWeightPlace = {"weights of an offline model lie beside it", "move both"};
constexpr Reason kValues = {"weights are part of the graph", "give them as Const nodes"};
constexpr Reason kQuantised = {"weights are neither quantised nor compressed", "import a model that is"};
constexpr Reason kEncrypted = {"models aren't encrypted", "encrypt the file system that they lie in"};
constexpr Reason kGraphCache = {"graphs aren't compiled in part", "ge.graph_compiler_cache_dir keeps whole ones"};
constexpr Reason kLibraries = {"libraries of GE aren't loaded", "opdk.plugin_dirs names operator packages"};
constexpr Reason kImport = {"it is about the import of a model file", "change the model or the graph made of it"};
constexpr Reason kFiles = {"compiling writes no files", "Graph::SaveToFile writes a graph"};
constexpr Reason kPrinted = {"compiling prints nothing", "'opdk explain' and 'opdk dump' show what becomes of a model"};
constexpr Reason kSplit = {"a graph isn't split among devices", "run it whole"};
constexpr Reason kEmbedding = {"there is no embedding service", "look values up with Gather"};
constexpr Reason kBase = {"memory bases of a compiled graph can't be replaced", "run with tensors of the caller's own"};
constexpr Reason kAliases = {"outputs don't share memory with inputs", "use the output that RunGraph gives"};

constexpr std::string_view kOff = "0|false|off";

constexpr OptionKey kKeys[] = {
    // Options with an effect.
    Reads("ge.oo.level", kAny, ReadOptimizationLevel,
          "`O3` (default) or `O1`: no fusion, graph passes of packages, joining or removal of nodes"),
    Reads("ge.oo.constantFolding", kAny, ReadConstantFolding, "`0`: the pass `fold_constants` is left out"),
    Reads("ge.oo.deadCodeElimination", kAny, ReadDeadCodeElimination, "`0`: nodes without readers stay"),
    Reads("ge.disableOptimizations", kAny, ReadDisabledPasses, "`a,b`: passes that are left out"),
    Reads("ge.optimizationSwitch", kAny, ReadPassSwitches, "`a:off;b:on`: passes that are left out, or aren't"),
    Reads("ge.fusionSwitchFile", kAny, ReadFusionSwitchFile,
          "a file of passes that are left out: lines `Pass:off`, or JSON; `ge.optimizationSwitch` wins"),
    Reads("ge.inputShape", kS | kOfGraph, ReadShapesOfInputs,
          "`x:1,3,-1,-1;y:1~8`: shapes of the graph's inputs, by name; `1~8`: runs are held to these bounds (E1004), "
          "`1~-1`: no upper one; `N`: dimensions of one name have one size"),
    Reads("ge.dynamicBatchSize", kAny, ReadBatchSizes,
          "`1,2,4`: each is a gear: a model of its own is made for it, and no other size is run"),
    Reads("ge.dynamicImageSize", kAny, ReadImageSizes, "`224,224;448,448`: gears of heights and widths"),
    Reads("ge.dynamicDims", kS | kOfGraph, ReadDynamicDims,
          "`1,8;2,16`: gears that name a number for each -1 of the inputs' shapes"),
    Reads("ge.compileHybridMode", kAny, ReadHybridMode, "`1`: shapes beside the gears are run, too"),
    Reads("ge.exec.precision_mode", kAny, ReadPrecision,
          "`force_fp16`, `allow_mix_precision` …: the types that operators compute in (precision.md)"),
    Reads("ge.exec.precision_mode_v2", kAny, ReadPrecision, "the same by newer names: `origin`, `mixed_float16` …"),
    Reads("ge.exec.modify_mixlist", kAny, ReadMixlist, "a JSON file that changes the lists of mixed precision"),
    Reads("ge.exec.op_precision_mode", kAny, ReadPrecisionOfOperators,
          "a file of operators and nodes: `Softmax=high_precision` keeps float"),
    Reads("ge.customizeDtypes", kAny, ReadPrescribedTypes, "a file that prescribes the types of nodes' ports"),
    Reads("ge.exportCompileStat", kAny, ReadExportCompileStat,
          "`1` or `2`: `fusion_result.json` is written when a graph is compiled; `0` (default) it isn't"),
    Reads("ge.exec.disableReuseMemory", kAny, ReadReuse, "`1`: each tensor has memory of its own"),
    Reads("ge.exec.exclude_engines", kAny, ReadExcludedEngines, "`AiCore` or `AiCpu`: the engine takes no node"),
    Reads("ge.op_compiler_cache_dir", kAny, ReadKernelCache, "where compiled kernels are kept"),
    Reads("ge.graph_compiler_cache_dir", kS, ReadGraphCache,
          "a directory: compiled graphs that have a key are kept there, and taken from there by later processes"),
    Reads("ge.graph_key", kOfGraph, ReadGraphKey,
          "its name there: letters, digits, `_` and `-`; what was compiled from something else isn't taken"),
    Reads("ge.deterministic", kAny, ReadDeterminism,
          "`0` or `1`: no algorithm is chosen by measuring, so that all runs of all processes give the same bits"),
    Reads("ge.deterministicLevel", kAny, ReadDeterminismLevel, "`0` to `3`: all but `0` are as `ge.deterministic`"),
    Reads("ge.host_env_cpu", kAny, ReadHostCpu, "only the name of the machine that compiles: kernels are made for it"),
    Reads("opdk.engine", kAny, ReadEngine, "`ai_core` or `ai_cpu`: only this engine"),
    Reads("opdk.threads", kAny, ReadThreads, "of a run; `0`: as many as the process has"),
    Reads("opdk.streams", kAny, ReadStreams,
          "most tasks that run side by side, each on one thread; `0`: as many as there are threads, `1`: none"),
    Reads("opdk.dump_graph_dir", kAny, ReadDumpDirectory, "where the text of the graph is written after each pass"),
    Reads("opdk.plugin_dirs", kG, ReadPluginDirectories, "`a:b`: directories of operator packages"),
    Reads("opdk.use_environment", kG, ReadUseEnvironment, "`0`: packages that the environment names aren't loaded"),
    Reads("opdk.use_builtin", kG, ReadUseBuiltin, "`0`: the operators that opdk brings aren't loaded"),

    // Devices and modes. A session may name a device by GE's global key, because programs with one session per device
    // do so.
    Ignored("ge.exec.deviceId", kG | kS, kDevice),
    Ignored("ge.session_device_id", kS, kDevice),
    Ignored("ge.deviceType", kAny, kDevice),
    Ignored("ge.socVersion", kAny, kDevice),
    Ignored("ge.virtual_type", kAny, kDevice),
    Ignored("ge.engineType", kAny, kDevice),
    Ignored("ge.aicoreNum", kAny, kDevice),
    Ignored("ge.exec.placement", kAny, kDevice),
    Ignored("ge.exec.tuneDeviceIds", kAny, kDevice),
    Ignored("ge.status_check", kAny, kDevice),
    Ignored("ge.perfLevel", kAny, kDevice),
    Ignored("ge.graphRunMode", kG | kS, "training and inference graphs are run alike"),
    Ignored("ge.trainFlag", kAny, "training and inference graphs are run alike"),
    Refused("ge.runFlag", kAny, "1|true", {"RunGraph runs the graph", "call only CompileGraph"}),
    Ignored("ge.exec.single_op", kAny, kInner),
    Ignored("ge.exec.sessionId", kAny, kInner),
    Ignored("ge.exec.enable_atomic", kAny, kInner),
    Ignored("ge.exec.enableFusion", kAny, kInner),
    Ignored("ge.exec.enableCopyOutputAddr", kAny, kInner),
    Ignored("ge.enabledLocalFmkop", kAny, kInner),
    Ignored("ge.build_inner_model", kAny, kInner),
    Ignored("ge.frameworkType", kAny, kInner),
    Ignored("execute_times", kAny, kInner),
    Refused("ge.optionNameMap", kAny, "", {"options have one name", "give them by their own names"}),

    // Streams and time.
    Reads("ge.enableSingleStream", kOfGraph, ReadSingleStream, "`true`: tasks run one after the other"),
    Ignored("ge.streamNum", kAny, kStreams),
    Ignored("ge.headStream", kAny, kStreams),
    Ignored("ge.streamMaxParallelNum", kAny, kStreams),
    Reads("ge.autoMultistreamParallelMode", kAny, ReadParallelMode,
          "`cv` (two), `LoadBalance:N`, `MainStream:N`: at most so many tasks run side by side, where that is faster"),
    Ignored("ac_parallel_enable", kG, "nothing runs beside an AI CPU task, which may keep state of its own"),
    Ignored("ge.compile.h2dOverlappedWithCompute", kAny, kStreams),
    Ignored("ge.event", kAny, kStreams),
    Ignored("es_max_remoteop_num_per_stream", kAny, kStreams),
    Ignored("stream_sync_timeout", kAny, kWaits),
    Ignored("event_sync_timeout", kAny, kWaits),
    Ignored("ge.exec.graphExecTimeout", kAny, kWaits),
    Ignored("ge.exec.opWaitTimeout", kAny, kWaits),
    Ignored("ge.exec.opExecuteTimeout", kAny, kWaits),

    // Distribution.
    Ignored("ge.exec.jobId", kAny, kCluster),
    Ignored("ge.exec.isUseHcom", kAny, kCluster),
    Ignored("ge.exec.isUseHvd", kAny, kCluster),
    Ignored("ge.exec.rankId", kAny, kCluster),
    Ignored("ge.exec.podName", kAny, kCluster),
    Ignored("ge.exec.deployMode", kAny, kCluster),
    Ignored("ge.exec.rankTableFile", kAny, kCluster),
    Ignored("ge.exec.rankTableAddr", kAny, kCluster),
    Ignored("ge.exec.rankTableLen", kAny, kCluster),
    Ignored("ge.exec.roleTableAddr", kAny, kCluster),
    Ignored("ge.exec.roleTableLen", kAny, kCluster),
    Ignored("ge.exec.workerNum", kAny, kCluster),
    Ignored("ge.exec.psId", kAny, kCluster),
    Ignored("ge.exec.clusterSpec", kAny, kCluster),
    Ignored("ge.exec.hcclFlag", kAny, kCluster),
    Ignored("ge.exec.isTailingOptimization", kAny, kCluster),
    Ignored("ge.exec.logicalDeviceClusterDeployMode", kAny, kCluster),
    Ignored("ge.exec.logicalDeviceId", kAny, kCluster),
    Ignored("ge.exec.modelDeployMode", kAny, kCluster),
    Ignored("ge.exec.modelDeployDevicelist", kAny, kCluster),
    Ignored("ge.cmChiefIp", kAny, kCluster),
    Ignored("ge.cmChiefPort", kAny, kCluster),
    Ignored("ge.cmChiefWorkerDevice", kAny, kCluster),
    Ignored("ge.cmWorkerIp", kAny, kCluster),
    Ignored("ge.cmWorkerSize", kAny, kCluster),
    Ignored("ge.cluster_config", kAny, kCluster),
    Ignored("ge.offline_hccl_compile", kAny, kCluster),
    Ignored("ge.hcomParallel", kAny, kCluster),
    Ignored("ge.hcomMultiMode", kAny, kCluster),
    Ignored("ge.fusionTensorSize", kAny, kCluster),
    Refused("ge.enableGraphParallel", kAny, kOff, kSplit),
    Refused("ge.graphParallelOptionPath", kAny, "", kSplit),
    Refused("ge.distributed_cluster_build", kAny, kOff, kSplit),
    Refused("ge.offline_model_relation", kAny, "", kSplit),
    Refused("ge.max_num", kAny, "0", kEmbedding),
    Refused("ge.embedding_dim", kAny, "0", kEmbedding),
    Refused("ge.use_counter_filter", kAny, kOff, kEmbedding),

    // Memory.
    Ignored("ge.graphMemoryMaxSize", kAny, kMemory),
    Ignored("ge.variableMemoryMaxSize", kAny, kMemory),
    Ignored("ge.variableUse1gHugePage", kAny, kMemory),
    Ignored("ge.exec.reuseZeroCopyMemory", kAny, kMemory),
    Ignored("ge.exec.inputReuseMemIndexes", kOfGraph, kMemory),
    Ignored("ge.exec.outputReuseMemIndexes", kOfGraph, kMemory),
    Ignored("ge.exec.graphIOMemAllocMode", kAny, kMemory),
    Ignored("ge.exec.atomicCleanPolicy", kAny, kMemory),
    Ignored("ge.exec.memoryOptimizationPolicy", kAny, kMemory),
    Ignored("ge.exec.staticMemoryPolicy", kAny, kMemory),
    Ignored("ge.exec.input_fusion_size", kAny, kMemory),
    Ignored("ge.inputBatchCpy", kAny, kMemory),
    Ignored("ge.exec.frozenInputIndexes", kOfGraph, kMemory),
    Ignored("ge.exec.hostInputIndexes", kOfGraph, kMemory),
    Ignored("ge.constLifecycle", kAny, kMemory),
    Ignored("ge.outputMaxSize", kAny, kMemory),
    Refused("ge.featureBaseRefreshable", kAny, kOff, kBase),
    Refused("ge.exec.outputReuseInputMemIndexes", kOfGraph, "", kAliases),
    Refused("ge.externalWeight", kAny, kOff, kWeightFiles),
    Refused("ge.externalWeightDir", kAny, "", kWeightPlace),
    Refused("ge.exec.value_bins", kAny, "", kValues),

    // Shapes.
    Refused("input_shape", kAny, "", kShapes),
    Refused("input_shape_range", kAny, "", kShapes),
    Refused("ge.exec.dataInputsShapeRange", kAny, "", kShapes),
    Refused("ge.exec.dataInputsOptimizeShape", kAny, "", kGears),
    Refused("ge.exec.dynamicInput", kAny, kOff, kGears),
    Refused("ge.exec.dynamicGraphExecuteMode", kAny, "dynamic_execute", kGears),
    Refused("ge.dynamicNodeType", kS | kOfGraph, "1", kGears),
    Refused("is_dynamic_input", kAny, kOff, kGears),
    Ignored("ge.inputHintShape", kAny, kShapeCost),
    Ignored("ge.inputHintValue", kAny, kShapeCost),
    Ignored("ge.shape_generalized_build_mode", kAny, kShapeCost),
    Ignored("ge.exec.hostSchedulingMaxThreshold", kAny, kShapeCost),
    Ignored("ge.exec.static_model_ops_lower_limit", kAny, kShapeCost),
    Ignored("ge.jit_compile", kAny, kShapeCost),
    Ignored("ge.optypelistForImplmode", kAny, kOneImplementation),

    // Precision.
    Refused("ge.exec.allow_hf32", kAny, "0|00|false", kTypes),
    Refused("ge.opSelectImplmode", kAny,
            "high_precision|high_performance|high_precision_for_all|high_performance_for_all", kImplementations),
    Refused("ge.outputDatatype", kAny, "", kTypes),
    Refused("ge.INPUT_NODES_SET_FP16", kAny, "", kTypes),
    Refused("input_format", kAny, "ND", kFormats),
    Refused("is_input_adjust_hw_layout", kAny, kOff, kFormats),
    Refused("is_output_adjust_hw_layout", kAny, kOff, kFormats),
    Refused("ge.calibrationConfFile", kAny, "", kQuantised),
    Refused("ge.compressFlag", kAny, kOff, kQuantised),
    Refused("ge.enableCompressWeight", kAny, kOff, kQuantised),
    Refused("ge.enableSparseMatrixWeight", kAny, kOff, kQuantised),
    Refused("ge.compressionOptimizeConf", kAny, "", kQuantised),
    Refused("compress_weight_conf", kAny, "", kQuantised),

    // Optimization and tuning.
    Ignored("ge.topoSortingMode", kAny, "any order that the edges allow gives the same results"),
    Ignored("ge.exec.variable_acc", kAny, kBuffers),
    Ignored("ge.bufferOptimize", kAny, kBuffers),
    Ignored("ge.l1Fusion", kAny, kBuffers),
    Ignored("ge.enableSmallChannel", kAny, kBuffers),
    Ignored("ge.tiling_schedule_optimize", kAny, kTuning),
    Ignored("ge.autoTuneMode", kAny, kTuning),
    Ignored("ge.performance_mode", kAny, kTuning),
    Ignored("ge.mdl_bank_path", kAny, kTuning),
    Ignored("ge.op_bank_path", kAny, kTuning),
    Ignored("ge.op_bank_update", kAny, kTuning),
    Ignored("ge.AllowMultiGraphParallelCompile", kAny, kCompiling),
    Ignored("ge.graphMaxParallelModelNum", kAny, kCompiling),

    // Caches.
    Refused("ge.op_compiler_cache_mode", kAny, "enable",
            {"kernels are always kept", "ge.op_compiler_cache_dir with a new directory compiles all again"}),
    Refused("ge.exec.enableIncreBuild", kAny, kOff, kGraphCache),
    Refused("ge.exec.increBuildCachePath", kAny, "", kGraphCache),

    // Dumps, profiles and debugging.
    Reads("ge.exec.enableDump", kAny, ReadDump, "`1`: what steps give and take is written to `ge.exec.dumpPath`"),
    Reads("ge.exec.enableDumpDebug", kAny, ReadOverflowDump,
          "`1`: steps that give NaN or infinity and take none are reported (`GEGetWarningMsg`) and dumped"),
    Reads("ge.exec.enable_exception_dump", kAny, ReadExceptionDump,
          "`1` or `2`: what a step that fails has taken is dumped, below `ge.exec.dumpPath` or the working directory"),
    Reads("ge.exec.dumpPath", kAny, ReadDumpPath, "the directory of dumps, which must be there"),
    Reads("ge.exec.dumpStep", kAny, ReadDumpStep,
          "`0_5_10-20`, or with vertical bars: the runs of each graph that are dumped; all by default"),
    Reads("ge.exec.dumpMode", kAny, ReadDumpMode, "`output` (default), `input` or `all`: of `ge.exec.enableDump`"),
    Reads("ge.exec.dumpData", kAny, ReadDumpData, "`tensor` (default), or `stats`: statistics in the index alone"),
    Reads("ge.exec.dumpLayer", kAny, ReadDumpLayer, "`a b`: steps, or nodes fused into them, that are dumped"),
    Reads("ge.exec.dumpDebugMode", kAny, ReadDumpDebugMode, "`all` (default) or `aicore_overflow`: of AI Core alone"),
    Refused("ge.quant_dumpable", kAny, kOff, kQuantDump),
    Ignored("ge.maxDumpFileNum", kAny, kDumpLimits),
    Ignored("ge.maxDumpFileSize", kAny, kDumpLimits),
    Ignored("ge.maxDumpOpNum", kAny, kDumpLimits),
    Reads("ge.exec.profilingMode", kAny, ReadProfilingMode,
          "`1`: runs are profiled; without it, as the environment's `PROFILING_MODE` says"),
    Reads("ge.exec.profilingOptions", kAny, ReadProfilingOptions,
          "JSON: `output` (a directory), `training_trace` (runs), `task_trace` (steps); the default is the "
          "environment's `PROFILING_OPTIONS`"),
    Ignored("ge.exec.profilingFpPointOptions", kAny, kAllSteps),
    Ignored("ge.exec.profilingBpPointOptions", kAny, kAllSteps),
    Ignored("ge.debugDir", kAny, kDebug.why),
    Refused("ge.opDebugLevel", kAny, "0", kDebug),
    Refused("op_debug_config", kAny, "", kDebug),
    Refused("ge.enablePrintOpPass", kAny, kOff, kPrinted),
    Refused("ge.display_model_info", kAny, kOff, kPrinted),
    Ignored("ge.screen_print_mode", kAny, kPrinted.why),
    Ignored("log", kAny, kPrinted.why),

    // Models, their files and their import.
    Refused("ge.insertOpFile", kAny, "",
            {"inputs aren't preprocessed (AIPP)", "put the operators that preprocess them into the graph"}),
    Refused("ge.outputNodeName", kAny, "", {"the graph says what its outputs are", "call Graph::SetOutputs"}),
    Reads(
        "ge.exec.enableScopeFusionPasses", kG, ReadScopePasses,
        "`a,b`: scope fusion passes of packages that run, beside the general ones, where aclgrphParseTensorFlow isn't "
        "told which"),
    Refused("enable_scope_fusion_passes", kAny, "",
            {"it is a parameter of aclgrphParseTensorFlow",
             "give it there, or ge.exec.enableScopeFusionPasses to GEInitialize"}),
    Refused("op_name_map", kAny, "", kImport),
    Refused("input_data_names", kAny, "", kImport),
    Refused("output", kAny, "", kFiles),
    Refused("ge.saveOriginalModel", kAny, kOff, kFiles),
    Refused("ge.originalModelFile", kAny, "", kFiles),
    Refused("ge.encryptMode", kAny, "-1", kEncrypted),
    Refused("ge.ekFile", kAny, "", kEncrypted),
    Refused("ge.certFile", kAny, "", kEncrypted),
    Refused("ge.hwKeyFile", kAny, "", kEncrypted),
    Refused("ge.privateKeyFile", kAny, "", kEncrypted),
    Refused("ge.soLoadPath", kAny, "", kLibraries),
    Refused("ge.TBE_plugin_path", kAny, "", kLibraries),
    Refused("ge.host_env_os", kAny, "linux",
            {"kernels are made for the system that compiles", "compile on the other one"}),
};

}  // namespace

std::span<const OptionKey> OptionKeys() { return kKeys; }

const OptionKey* FindOptionKey(std::string_view name) {
  const auto* key =
      std::find_if(std::begin(kKeys), std::end(kKeys), [&](const OptionKey& k) { return k.name == name; });
  return key == std::end(kKeys) ? nullptr : key;
}

std::string CallsOf(int levels) {
  std::vector<std::string_view> calls;
  if ((levels & kG) != 0) calls.emplace_back("GEInitialize");
  if ((levels & kS) != 0) calls.emplace_back("the constructor of ge::Session");
  if ((levels & kOfGraph) != 0) calls.emplace_back("AddGraph");
  return fmt::format("{}", fmt::join(calls, " or "));
}

}  // namespace opdk
