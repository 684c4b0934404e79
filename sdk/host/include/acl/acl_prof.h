// Timing of models and operators, into files or through a pipe. Source: CANN's acl_prof.h.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "acl/acl_base.h"
#include "opdk/visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

// Kinds of records: each run (ACL_API, TRAINING_TRACE), each task (TASK_TIME in any form, AICORE_METRICS, AICPU,
// OP_ATTR), the program's own marks (MSPROFTX). The other kinds have no effect on a CPU.
#define ACL_PROF_ACL_API 0x0001ULL
#define ACL_PROF_TASK_TIME 0x0002ULL
#define ACL_PROF_AICORE_METRICS 0x0004ULL
#define ACL_PROF_AICPU 0x0008ULL
#define ACL_PROF_L2CACHE 0x0010ULL
#define ACL_PROF_HCCL_TRACE 0x0020ULL
#define ACL_PROF_TRAINING_TRACE 0x0040ULL
#define ACL_PROF_MSPROFTX 0x0080ULL
#define ACL_PROF_RUNTIME_API 0x0100ULL
#define ACL_PROF_FWK_SCHEDULE_L0 0x0200ULL
#define ACL_PROF_TASK_TIME_L0 0x0800ULL
#define ACL_PROF_TASK_MEMORY 0x1000ULL
#define ACL_PROF_TASK_TIME_L2 0x2000ULL
#define ACL_PROF_OP_ATTR 0x4000ULL
#define ACL_PROF_FWK_SCHEDULE_L1 0x01000000ULL

#define ACL_PROF_MAX_OP_NAME_LEN 257
#define ACL_PROF_MAX_OP_TYPE_LEN 65

typedef enum aclprofAicoreMetrics {
  ACL_AICORE_ARITHMETIC_UTILIZATION = 0,
  ACL_AICORE_PIPE_UTILIZATION = 1,
  ACL_AICORE_MEMORY_BANDWIDTH = 2,
  ACL_AICORE_L0B_AND_WIDTH = 3,
  ACL_AICORE_RESOURCE_CONFLICT_RATIO = 4,
  ACL_AICORE_MEMORY_UB = 5,
  ACL_AICORE_L2_CACHE = 6,
  ACL_AICORE_PIPE_EXECUTE_UTILIZATION = 7,
  ACL_AICORE_NONE = 255
} aclprofAicoreMetrics;
typedef enum aclprofStepTag { ACL_STEP_START = 0, ACL_STEP_END = 1 } aclprofStepTag;
typedef enum aclprofSubscribeOpFlag {
  ACL_SUBSCRIBE_OP = 0,
  ACL_SUBSCRIBE_SUBGRAPH = 1,
  ACL_SUBSCRIBE_OP_THREAD = 2,
  ACL_SUBSCRIBE_NONE = 255
} aclprofSubscribeOpFlag;
typedef enum aclprofSubscribeOpAttri {
  ACL_SUBSCRIBE_ATTRI_THREADID = 0,
  ACL_SUBSCRIBE_ATTRI_NONE = 1
} aclprofSubscribeOpAttri;
typedef enum aclprofConfigType {
  ACL_PROF_ARGS_MIN = 0,
  ACL_PROF_STORAGE_LIMIT = 1,
  ACL_PROF_SYS_HARDWARE_MEM_FREQ = 3,
  ACL_PROF_LLC_MODE = 4,
  ACL_PROF_SYS_IO_FREQ = 5,
  ACL_PROF_SYS_INTERCONNECTION_FREQ = 6,
  ACL_PROF_DVPP_FREQ = 7,
  ACL_PROF_HOST_SYS = 8,
  ACL_PROF_HOST_SYS_USAGE = 9,
  ACL_PROF_HOST_SYS_USAGE_FREQ = 10,
  ACL_PROF_LOW_POWER_FREQ = 11,
  ACL_PROF_SYS_MEM_SERVICEFLOW = 12,
  ACL_PROF_ARGS_MAX = 13
} aclprofConfigType;

typedef struct aclprofConfig aclprofConfig;
typedef struct aclprofStopConfig aclprofStopConfig;
typedef struct aclprofAicoreEvents aclprofAicoreEvents;
typedef struct aclprofSubscribeConfig aclprofSubscribeConfig;
typedef struct aclprofStepInfo aclprofStepInfo;

// Records all runs of models and single operators between start and stop in the folder PROF_acl of the directory, which
// must exist. Files: trace.json (Chrome's trace format) and op_statistic.csv; both are complete after each run.
OPDK_API aclError aclprofInit(const char* profilerResultPath, size_t length);
OPDK_API aclError aclprofFinalize(void);
// Makes a configuration. `deviceIdList`: {0}; `aicoreEvents`: NULL.
OPDK_API aclprofConfig* aclprofCreateConfig(uint32_t* deviceIdList, uint32_t deviceNums,
                                            aclprofAicoreMetrics aicoreMetrics, const aclprofAicoreEvents* aicoreEvents,
                                            uint64_t dataTypeConfig);
OPDK_API aclError aclprofDestroyConfig(const aclprofConfig* profilerConfig);
OPDK_API aclError aclprofStart(const aclprofConfig* profilerConfig);
OPDK_API aclError aclprofStop(const aclprofConfig* profilerConfig);
// Accepts the sampling rates of device and host; they have no effect.
OPDK_API aclError aclprofSetConfig(aclprofConfigType configType, const char* config, size_t configLength);

// Writes the times of a model's tasks to a pipe after each of its runs. `timeInfoSwitch`: 1; `fd`: the address of an
// int, the pipe's end for writing. Unsubscribing waits until all records are written, at most 5 s for a reader.
// ACL_ERROR_PROF_API_CONFLICT: recording into files is on.
OPDK_API aclprofSubscribeConfig* aclprofCreateSubscribeConfig(int8_t timeInfoSwitch, aclprofAicoreMetrics aicoreMetrics,
                                                              void* fd);
OPDK_API aclError aclprofDestroySubscribeConfig(const aclprofSubscribeConfig* profSubscribeConfig);
OPDK_API aclError aclprofModelSubscribe(uint32_t modelId, const aclprofSubscribeConfig* profSubscribeConfig);
OPDK_API aclError aclprofModelUnSubscribe(uint32_t modelId);

// Reads records from the pipe: tasks of aclprofGetOpDescSize bytes each. Lengths count the final NUL. Times are
// nanoseconds of the machine's own clock.
OPDK_API aclError aclprofGetOpDescSize(size_t* opDescSize);
OPDK_API aclError aclprofGetOpNum(const void* opInfo, size_t opInfoLen, uint32_t* opNumber);
OPDK_API aclError aclprofGetOpTypeLen(const void* opInfo, size_t opInfoLen, uint32_t index, size_t* opTypeLen);
OPDK_API aclError aclprofGetOpType(const void* opInfo, size_t opInfoLen, uint32_t index, char* opType,
                                   size_t opTypeLen);
OPDK_API aclError aclprofGetOpNameLen(const void* opInfo, size_t opInfoLen, uint32_t index, size_t* opNameLen);
OPDK_API aclError aclprofGetOpName(const void* opInfo, size_t opInfoLen, uint32_t index, char* opName,
                                   size_t opNameLen);
OPDK_API uint64_t aclprofGetOpStart(const void* opInfo, size_t opInfoLen, uint32_t index);
OPDK_API uint64_t aclprofGetOpEnd(const void* opInfo, size_t opInfoLen, uint32_t index);
OPDK_API uint64_t aclprofGetOpDuration(const void* opInfo, size_t opInfoLen, uint32_t index);
OPDK_API size_t aclprofGetModelId(const void* opInfo, size_t opInfoLen, uint32_t index);
OPDK_API aclprofSubscribeOpFlag aclprofGetOpFlag(const void* opInfo, size_t opInfoLen, uint32_t index);
OPDK_API const char* aclprofGetOpAttriValue(const void* opInfo, size_t opInfoLen, uint32_t index,
                                            aclprofSubscribeOpAttri attri);

// Records a step of the program, from the time when a stream reaches ACL_STEP_START to the time when a stream reaches
// ACL_STEP_END. Each tag may be set once.
OPDK_API aclprofStepInfo* aclprofCreateStepInfo(void);
OPDK_API void aclprofDestroyStepInfo(aclprofStepInfo* stepinfo);
OPDK_API aclError aclprofGetStepTimestamp(aclprofStepInfo* stepInfo, aclprofStepTag tag, aclrtStream stream);

// Records marks and ranges of the program, named by a stamp's message (at most 127 characters). Needs
// ACL_PROF_MSPROFTX; without it the calls do nothing. Push and pop belong to one thread, the last push first; a range
// may end in another thread.
OPDK_API void* aclprofCreateStamp(void);
OPDK_API void aclprofDestroyStamp(void* stamp);
OPDK_API aclError aclprofSetStampTraceMessage(void* stamp, const char* msg, uint32_t msgLen);
OPDK_API aclError aclprofMark(void* stamp);
OPDK_API aclError aclprofMarkEx(const char* msg, size_t msgLen, aclrtStream stream);
OPDK_API aclError aclprofPush(void* stamp);
OPDK_API aclError aclprofPop(void);
OPDK_API aclError aclprofRangeStart(void* stamp, uint32_t* rangeId);
OPDK_API aclError aclprofRangeStop(uint32_t rangeId);

#ifdef __cplusplus
}  // extern "C"
#endif
