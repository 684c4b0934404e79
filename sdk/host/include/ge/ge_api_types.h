// Names and values of GE's option keys, and small types of the session API. sdk/docs/options.md says the effect of each
// key and its levels.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ge/ge_api_error_codes.h"
#include "graph/tensor.h"

namespace ge {

enum GraphRunMode { PREDICTION = 0, TRAIN };
enum MemoryType { MEMORY_TYPE_DEFAULT = 0, MEMORY_TYPE_P2P };

// Type and extents of one input for which a graph is built. The bytes are not read.
struct InputTensorInfo {
  uint32_t data_type = 0;  // a ge::DataType
  std::vector<int64_t> dims;
  void* data = nullptr;
  int64_t length = 0;
};

using RunAsyncCallback = std::function<void(Status status, std::vector<Tensor>& outputs)>;

inline constexpr const char* OPTION_GRAPH_RUN_MODE = "ge.graphRunMode";
inline constexpr const char* OPTION_DEVICE_TYPE = "ge.deviceType";
inline constexpr const char* OPTION_EXEC_SESSION_ID = "ge.exec.sessionId";
inline constexpr const char* OPTION_EXEC_DEVICE_ID = "ge.exec.deviceId";
inline constexpr const char* OPTION_EXEC_JOB_ID = "ge.exec.jobId";
inline constexpr const char* OPTION_EXEC_IS_USEHCOM = "ge.exec.isUseHcom";
inline constexpr const char* OPTION_EXEC_IS_USEHVD = "ge.exec.isUseHvd";
inline constexpr const char* OPTION_EXEC_RANK_ID = "ge.exec.rankId";
inline constexpr const char* OPTION_EXEC_POD_NAME = "ge.exec.podName";
inline constexpr const char* OPTION_EXEC_DEPLOY_MODE = "ge.exec.deployMode";
inline constexpr const char* OPTION_EXEC_RANK_TABLE_FILE = "ge.exec.rankTableFile";
inline constexpr const char* OPTION_EXEC_EXTERN_PLUGIN_PATH = "ge.soLoadPath";
inline constexpr const char* OPTION_EXEC_ENABLE_DUMP = "ge.exec.enableDump";
inline constexpr const char* OPTION_EXEC_DUMP_PATH = "ge.exec.dumpPath";
inline constexpr const char* OPTION_EXEC_DUMP_STEP = "ge.exec.dumpStep";
inline constexpr const char* OPTION_EXEC_DUMP_MODE = "ge.exec.dumpMode";
inline constexpr const char* OPTION_EXEC_DUMP_DATA = "ge.exec.dumpData";
inline constexpr const char* OPTION_EXEC_DUMP_LAYER = "ge.exec.dumpLayer";
inline constexpr const char* OPTION_EXEC_ENABLE_DUMP_DEBUG = "ge.exec.enableDumpDebug";
inline constexpr const char* OPTION_EXEC_DUMP_DEBUG_MODE = "ge.exec.dumpDebugMode";
inline constexpr const char* OPTION_EXEC_ENABLE_INCRE_BUILD = "ge.exec.enableIncreBuild";
inline constexpr const char* OPTION_EXEC_INCRE_BUILD_CACHE_PATH = "ge.exec.increBuildCachePath";
inline constexpr const char* OPTION_EXEC_ENABLE_EXCEPTION_DUMP = "ge.exec.enable_exception_dump";
inline constexpr const char* OPTION_EXEC_ENABLE_SCOPE_FUSION_PASSES = "ge.exec.enableScopeFusionPasses";
inline constexpr const char* OPTION_EXEC_PROFILING_FPPONIT_OPTIONS = "ge.exec.profilingFpPointOptions";
inline constexpr const char* OPTION_EXEC_PROFILING_BPPONIT_OPTIONS = "ge.exec.profilingBpPointOptions";
inline constexpr const char* OPTION_EXEC_PROFILING_MODE = "ge.exec.profilingMode";
inline constexpr const char* OPTION_EXEC_PROFILING_OPTIONS = "ge.exec.profilingOptions";
inline constexpr const char* OPTION_EXEC_HCCL_FLAG = "ge.exec.hcclFlag";
inline constexpr const char* OPTION_EXEC_ATOMIC_FLAG = "ge.exec.enable_atomic";
inline constexpr const char* OPTION_EXEC_DISABLE_REUSED_MEMORY = "ge.exec.disableReuseMemory";
inline constexpr const char* OPTION_EXEC_ENABLE_TAILING_OPTIMIZATION = "ge.exec.isTailingOptimization";
inline constexpr const char* OPTION_EXEC_DYNAMIC_INPUT = "ge.exec.dynamicInput";
inline constexpr const char* OPTION_EXEC_DYNAMIC_EXECUTE_MODE = "ge.exec.dynamicGraphExecuteMode";
inline constexpr const char* OPTION_EXEC_DATA_INPUTS_SHAPE_RANGE = "ge.exec.dataInputsShapeRange";
inline constexpr const char* OPTION_EXEC_ENABLE_COPY_OUTPUT_ADDR = "ge.exec.enableCopyOutputAddr";
inline constexpr const char* OPTION_EXEC_GRAPH_EXEC_TIMEOUT = "ge.exec.graphExecTimeout";
inline constexpr const char* OPTION_EXEC_OPTIMIZE_SHAPE = "ge.exec.dataInputsOptimizeShape";
inline constexpr const char* GRAPH_MEMORY_MAX_SIZE = "ge.graphMemoryMaxSize";
inline constexpr const char* VARIABLE_MEMORY_MAX_SIZE = "ge.variableMemoryMaxSize";
inline constexpr const char* OPTION_EXEC_REUSE_ZERO_COPY_MEMORY = "ge.exec.reuseZeroCopyMemory";
inline constexpr const char* OPTION_INPUT_REUSE_MEM_INDEXES = "ge.exec.inputReuseMemIndexes";
inline constexpr const char* OPTION_OUTPUT_REUSE_MEM_INDEXES = "ge.exec.outputReuseMemIndexes";
inline constexpr const char* OPTION_GRAPH_IO_MEM_ALLOC_MODE = "ge.exec.graphIOMemAllocMode";
inline constexpr const char* ATOMIC_CLEAN_POLICY = "ge.exec.atomicCleanPolicy";
inline constexpr const char* MEMORY_OPTIMIZATION_POLICY = "ge.exec.memoryOptimizationPolicy";
inline constexpr const char* STATIC_MEMORY_POLICY = "ge.exec.staticMemoryPolicy";
inline constexpr const char* OPTION_FEATURE_BASE_REFRESHABLE = "ge.featureBaseRefreshable";
inline constexpr const char* OPTION_CONST_LIFECYCLE = "ge.constLifecycle";
inline constexpr const char* OPTION_HOST_SCHEDULING_MAX_THRESHOLD = "ge.exec.hostSchedulingMaxThreshold";
inline constexpr const char* OPTION_EXEC_LOGICAL_DEVICE_CLUSTER_DEPLOY_MODE = "ge.exec.logicalDeviceClusterDeployMode";
inline constexpr const char* OPTION_EXEC_LOGICAL_DEVICE_ID = "ge.exec.logicalDeviceId";
inline constexpr const char* OPTION_EXEC_MODEL_DEPLOY_MODE = "ge.exec.modelDeployMode";
inline constexpr const char* OPTION_EXEC_MODEL_DEPLOY_DEVICELIST = "ge.exec.modelDeployDevicelist";
inline constexpr const char* OPTION_EXEC_ENABLE_FUSION = "ge.exec.enableFusion";
inline constexpr const char* OPTION_EXEC_CM_CHIEF_IP = "ge.cmChiefIp";
inline constexpr const char* OPTION_EXEC_CM_CHIEF_PORT = "ge.cmChiefPort";
inline constexpr const char* OPTION_EXEC_CM_CHIEF_DEVICE = "ge.cmChiefWorkerDevice";
inline constexpr const char* OPTION_EXEC_CM_WORKER_IP = "ge.cmWorkerIp";
inline constexpr const char* OPTION_EXEC_CM_WORKER_SIZE = "ge.cmWorkerSize";
inline constexpr const char* OPTION_NAME_MAP = "ge.optionNameMap";
inline constexpr const char* OPTION_EXEC_STREAM_SYNC_TIMEOUT = "stream_sync_timeout";
inline constexpr const char* OPTION_EXEC_EVENT_SYNC_TIMEOUT = "event_sync_timeout";
inline constexpr const char* OPTION_EXEC_PS_ID = "ge.exec.psId";
inline constexpr const char* OPTION_EXEC_CLUSTER_SPEC = "ge.exec.clusterSpec";
inline constexpr const char* OPTION_EXEC_RANK_TABLE_ADDR = "ge.exec.rankTableAddr";
inline constexpr const char* OPTION_EXEC_ROLE_TABLE_ADDR = "ge.exec.roleTableAddr";
inline constexpr const char* OPTION_EXEC_RANK_TABLE_LEN = "ge.exec.rankTableLen";
inline constexpr const char* OPTION_EXEC_ROLE_TABLE_LEN = "ge.exec.roleTableLen";
inline constexpr const char* OPTION_EXEC_WORKER_NUM = "ge.exec.workerNum";
inline constexpr const char* OPTION_EXECUTE_TIMES = "execute_times";
inline constexpr const char* OPTION_MAX_KEY_NUM = "ge.max_num";
inline constexpr const char* OPTION_EMBEDDING_DIM = "ge.embedding_dim";
inline constexpr const char* OPTION_USE_COUNTER_FILTER = "ge.use_counter_filter";
inline constexpr const char* OPTION_ES_MAX_REMOTEOP_NUM_PER_STREAM = "es_max_remoteop_num_per_stream";
inline constexpr const char* OPTION_HOST_ENV_OS = "ge.host_env_os";
inline constexpr const char* OPTION_HOST_ENV_CPU = "ge.host_env_cpu";
inline constexpr const char* OPTION_GRAPH_COMPILER_CACHE_DIR = "ge.graph_compiler_cache_dir";
inline constexpr const char* OPTION_GRAPH_KEY = "ge.graph_key";
inline constexpr const char* OPTION_DISABLE_OPTIMIZATIONS = "ge.disableOptimizations";
inline constexpr const char* ENABLE_GRAPH_PARALLEL = "ge.enableGraphParallel";
inline constexpr const char* GRAPH_PARALLEL_OPTION_PATH = "ge.graphParallelOptionPath";
inline constexpr const char* DISTRIBUTED_CLUSTER_BUILD = "ge.distributed_cluster_build";
inline constexpr const char* MODEL_RELATION_CONFIG = "ge.offline_model_relation";
inline constexpr const char* CLUSTER_CONFIG = "ge.cluster_config";
inline constexpr const char* OPTION_HCCL_COMPILER_OFFLINE = "ge.offline_hccl_compile";
inline constexpr const char* OPTION_SCREEN_PRINT_MODE = "ge.screen_print_mode";

// The keys below are std::string.
inline const std::string STREAM_NUM = "ge.streamNum";
inline const std::string HEAD_STREAM = "ge.headStream";
inline const std::string PERF_LEVEL = "ge.perfLevel";
inline const std::string ENCRYPT_MODE = "ge.encryptMode";
inline const std::string EK_FILE = "ge.ekFile";
inline const std::string CERT_FILE = "ge.certFile";
inline const std::string HW_KEY_FILE = "ge.hwKeyFile";
inline const std::string PRIVATE_KEY_FILE = "ge.privateKeyFile";
inline const std::string FRAMEWORK_TYPE = "ge.frameworkType";
inline const std::string CALIBRATION_CONF_FILE = "ge.calibrationConfFile";
inline const std::string INSERT_OP_FILE = "ge.insertOpFile";
inline const std::string OUTPUT_NODE_NAME = "ge.outputNodeName";
inline const std::string COMPRESS_FLAG = "ge.compressFlag";
inline const std::string PRECISION_MODE = "ge.exec.precision_mode";
inline const std::string PRECISION_MODE_V2 = "ge.exec.precision_mode_v2";
inline const std::string TUNE_DEVICE_IDS = "ge.exec.tuneDeviceIds";
inline const std::string SINGLE_OP_FLAG = "ge.exec.single_op";
inline const std::string TRAIN_FLAG = "ge.trainFlag";
inline const std::string RUN_FLAG = "ge.runFlag";
inline const std::string LOCAL_FMKOP_FLAG = "ge.enabledLocalFmkop";
inline const std::string TBE_PLUGIN_PATH_FLAG = "ge.TBE_plugin_path";
inline const std::string STREAM_MAX_PARALLEL_NUM = "ge.streamMaxParallelNum";
inline const std::string AC_PARALLEL_ENABLE = "ac_parallel_enable";
inline const std::string OUTPUT_DATATYPE = "ge.outputDatatype";
inline const std::string OP_SELECT_IMPL_MODE = "ge.opSelectImplmode";
inline const std::string OPTYPELIST_FOR_IMPLMODE = "ge.optypelistForImplmode";
inline const std::string HCOM_PARALLEL = "ge.hcomParallel";
inline const std::string kDynamicBatchSize = "ge.dynamicBatchSize";
inline const std::string FUSION_TENSOR_SIZE = "ge.fusionTensorSize";
inline const std::string INPUT_SHAPE = "ge.inputShape";
inline const std::string DYNAMIC_NODE_TYPE = "ge.dynamicNodeType";
inline const std::string kDynamicImageSize = "ge.dynamicImageSize";
inline const std::string kDynamicDims = "ge.dynamicDims";
inline const std::string AUTO_TUNE_MODE = "ge.autoTuneMode";
inline const std::string SOC_VERSION = "ge.socVersion";
inline const std::string VIRTUAL_TYPE = "ge.virtual_type";
inline const std::string CORE_TYPE = "ge.engineType";
inline const std::string EXCLUDE_ENGINES = "ge.exec.exclude_engines";
inline const std::string AICORE_NUM = "ge.aicoreNum";
inline const std::string L1_FUSION = "ge.l1Fusion";
inline const std::string BUFFER_OPTIMIZE = "ge.bufferOptimize";
inline const std::string ENABLE_SMALL_CHANNEL = "ge.enableSmallChannel";
inline const std::string ENABLE_COMPRESS_WEIGHT = "ge.enableCompressWeight";
inline const std::string ENABLE_SPARSE_MATRIX_WEIGHT = "ge.enableSparseMatrixWeight";
inline const std::string FUSION_SWITCH_FILE = "ge.fusionSwitchFile";
inline const std::string COMPRESSION_OPTIMIZE_CONF = "ge.compressionOptimizeConf";
inline const std::string CUSTOMIZE_DTYPES = "ge.customizeDtypes";
inline const std::string OP_DEBUG_CONFIG = "op_debug_config";
inline const std::string SAVE_ORIGINAL_MODEL = "ge.saveOriginalModel";
inline const std::string ORIGINAL_MODEL_FILE = "ge.originalModelFile";
inline const std::string OUTPUT_MAX_SIZE = "ge.outputMaxSize";
inline const std::string OPTION_GE_MAX_DUMP_FILE_NUM = "ge.maxDumpFileNum";
inline const std::string OPTION_GE_MAX_DUMP_FILE_SIZE = "ge.maxDumpFileSize";
inline const std::string OPTION_GE_MAX_DUMP_OP_NUM = "ge.maxDumpOpNum";
inline const std::string ENABLE_PRINT_OP_PASS = "ge.enablePrintOpPass";
inline const std::string DEBUG_DIR = "ge.debugDir";
inline const std::string STATUS_CHECK = "ge.status_check";
inline const std::string OP_COMPILER_CACHE_DIR = "ge.op_compiler_cache_dir";
inline const std::string OP_COMPILER_CACHE_MODE = "ge.op_compiler_cache_mode";
inline const std::string BUILD_INNER_MODEL = "ge.build_inner_model";
inline const std::string ENABLE_SINGLE_STREAM = "ge.enableSingleStream";
inline const std::string INPUT_FP16_NODES = "ge.INPUT_NODES_SET_FP16";
inline const std::string OP_DEBUG_LEVEL = "ge.opDebugLevel";
inline const std::string MDL_BANK_PATH_FLAG = "ge.mdl_bank_path";
inline const std::string DISPLAY_MODEL_INFO = "ge.display_model_info";
inline const std::string OP_BANK_PATH_FLAG = "ge.op_bank_path";
inline const std::string OP_BANK_UPDATE_FLAG = "ge.op_bank_update";
inline const std::string HCOM_MULTI_MODE = "ge.hcomMultiMode";
inline const std::string INPUT_SHAPE_RANGE = "input_shape_range";
inline const std::string PERFORMANCE_MODE = "ge.performance_mode";
inline const std::string SHAPE_GENERALIZED_BUILD_MODE = "ge.shape_generalized_build_mode";
inline const std::string JIT_COMPILE = "ge.jit_compile";
inline const std::string MODIFY_MIXLIST = "ge.exec.modify_mixlist";
inline const std::string OP_PRECISION_MODE = "ge.exec.op_precision_mode";
inline const std::string ALLOW_HF32 = "ge.exec.allow_hf32";
inline const std::string OP_WAIT_TIMEOUT = "ge.exec.opWaitTimeout";
inline const std::string OP_EXECUTE_TIMEOUT = "ge.exec.opExecuteTimeout";
inline const std::string FILE_CONSTANT_PATH = "ge.exec.value_bins";
inline const std::string EXTERNAL_WEIGHT = "ge.externalWeight";
inline const std::string DETERMINISTIC = "ge.deterministic";
inline const std::string QUANT_DUMPABLE = "ge.quant_dumpable";
inline const std::string TILING_SCHEDULE_OPTIMIZE = "ge.tiling_schedule_optimize";
inline const std::string GRAPH_MAX_PARALLEL_MODEL_NUM = "ge.graphMaxParallelModelNum";

// The same keys as const char*, for callers without std::string.
namespace configure_option {
inline constexpr const char* STREAM_NUM = "ge.streamNum";
inline constexpr const char* HEAD_STREAM = "ge.headStream";
inline constexpr const char* PERF_LEVEL = "ge.perfLevel";
inline constexpr const char* ENCRYPT_MODE = "ge.encryptMode";
inline constexpr const char* EK_FILE = "ge.ekFile";
inline constexpr const char* CERT_FILE = "ge.certFile";
inline constexpr const char* HW_KEY_FILE = "ge.hwKeyFile";
inline constexpr const char* PRIVATE_KEY_FILE = "ge.privateKeyFile";
inline constexpr const char* FRAMEWORK_TYPE = "ge.frameworkType";
inline constexpr const char* CALIBRATION_CONF_FILE = "ge.calibrationConfFile";
inline constexpr const char* INSERT_OP_FILE = "ge.insertOpFile";
inline constexpr const char* OUTPUT_NODE_NAME = "ge.outputNodeName";
inline constexpr const char* COMPRESS_FLAG = "ge.compressFlag";
inline constexpr const char* PRECISION_MODE = "ge.exec.precision_mode";
inline constexpr const char* PRECISION_MODE_V2 = "ge.exec.precision_mode_v2";
inline constexpr const char* SINGLE_OP_FLAG = "ge.exec.single_op";
inline constexpr const char* TRAIN_FLAG = "ge.trainFlag";
inline constexpr const char* RUN_FLAG = "ge.runFlag";
inline constexpr const char* LOCAL_FMKOP_FLAG = "ge.enabledLocalFmkop";
inline constexpr const char* TBE_PLUGIN_PATH_FLAG = "ge.TBE_plugin_path";
inline constexpr const char* STREAM_MAX_PARALLEL_NUM = "ge.streamMaxParallelNum";
inline constexpr const char* AC_PARALLEL_ENABLE = "ac_parallel_enable";
inline constexpr const char* OUTPUT_DATATYPE = "ge.outputDatatype";
inline constexpr const char* OP_SELECT_IMPL_MODE = "ge.opSelectImplmode";
inline constexpr const char* OPTYPELIST_FOR_IMPLMODE = "ge.optypelistForImplmode";
inline constexpr const char* HCOM_PARALLEL = "ge.hcomParallel";
inline constexpr const char* AUTO_TUNE_MODE = "ge.autoTuneMode";
inline constexpr const char* SOC_VERSION = "ge.socVersion";
inline constexpr const char* VIRTUAL_TYPE = "ge.virtual_type";
inline constexpr const char* CORE_TYPE = "ge.engineType";
inline constexpr const char* AICORE_NUM = "ge.aicoreNum";
inline constexpr const char* L1_FUSION = "ge.l1Fusion";
inline constexpr const char* BUFFER_OPTIMIZE = "ge.bufferOptimize";
inline constexpr const char* ENABLE_SMALL_CHANNEL = "ge.enableSmallChannel";
inline constexpr const char* ENABLE_COMPRESS_WEIGHT = "ge.enableCompressWeight";
inline constexpr const char* FUSION_SWITCH_FILE = "ge.fusionSwitchFile";
inline constexpr const char* SAVE_ORIGINAL_MODEL = "ge.saveOriginalModel";
inline constexpr const char* ORIGINAL_MODEL_FILE = "ge.originalModelFile";
inline constexpr const char* INPUT_FP16_NODES = "ge.INPUT_NODES_SET_FP16";
inline constexpr const char* OP_DEBUG_LEVEL = "ge.opDebugLevel";
inline constexpr const char* PERFORMANCE_MODE = "ge.performance_mode";
inline constexpr const char* SHAPE_GENERALIZED_BUILD_MODE = "ge.shape_generalized_build_mode";
inline constexpr const char* MODIFY_MIXLIST = "ge.exec.modify_mixlist";
inline constexpr const char* OP_PRECISION_MODE = "ge.exec.op_precision_mode";
inline constexpr const char* ALLOW_HF32 = "ge.exec.allow_hf32";
inline constexpr const char* CUSTOMIZE_DTYPES = "ge.customizeDtypes";
inline constexpr const char* COMPRESSION_OPTIMIZE_CONF = "ge.compressionOptimizeConf";
inline constexpr const char* OP_DEBUG_CONFIG = "op_debug_config";
inline constexpr const char* ATOMIC_CLEAN_POLICY = "ge.exec.atomicCleanPolicy";
inline constexpr const char* STATIC_MEMORY_POLICY = "ge.exec.staticMemoryPolicy";
inline constexpr const char* EXTERNAL_WEIGHT = "ge.externalWeight";
inline constexpr const char* QUANT_DUMPABLE = "ge.quant_dumpable";
inline constexpr const char* DETERMINISTIC = "ge.deterministic";
inline constexpr const char* TILING_SCHEDULE_OPTIMIZE = "ge.tiling_schedule_optimize";
inline constexpr const char* GRAPH_MAX_PARALLEL_MODEL_NUM = "ge.graphMaxParallelModelNum";
}  // namespace configure_option

// Options of building a model file.
namespace ir_option {
inline constexpr const char* INPUT_FORMAT = "input_format";
inline constexpr const char* INPUT_SHAPE = "input_shape";
inline constexpr const char* OP_NAME_MAP = "op_name_map";
inline constexpr const char* IS_DYNAMIC_INPUT = "is_dynamic_input";
inline constexpr const char* IS_INPUT_ADJUST_HW_LAYOUT = "is_input_adjust_hw_layout";
inline constexpr const char* IS_OUTPUT_ADJUST_HW_LAYOUT = "is_output_adjust_hw_layout";
inline constexpr const char* ENABLE_SCOPE_FUSION_PASSES = "enable_scope_fusion_passes";
inline constexpr const char* OUTPUT = "output";
inline constexpr const char* COMPRESS_WEIGHT_CONF = "compress_weight_conf";
inline constexpr const char* LOG_LEVEL = "log";
inline constexpr const char* CUSTOMIZE_DTYPES = "ge.customizeDtypes";
inline constexpr const char* COMPRESSION_OPTIMIZE_CONF = "ge.compressionOptimizeConf";
inline constexpr const char* INPUT_DATA_NAMES = "input_data_names";
inline constexpr const char* OP_DEBUG_CONFIG = "op_debug_config";
inline constexpr const char* ATOMIC_CLEAN_POLICY = "ge.exec.atomicCleanPolicy";
inline constexpr const char* ENABLE_GRAPH_PARALLEL = "ge.enableGraphParallel";
inline constexpr const char* GRAPH_PARALLEL_OPTION_PATH = "ge.graphParallelOptionPath";
}  // namespace ir_option

}  // namespace ge
