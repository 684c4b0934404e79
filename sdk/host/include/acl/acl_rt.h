// Device, context, stream, event and memory of AscendCL. Source: CANN's acl_rt.h.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "acl/acl_base.h"
#include "opdk/visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ACL_EVENT_SYNC 0x00000001u
#define ACL_EVENT_CAPTURE_STREAM_PROGRESS 0x00000002u
#define ACL_EVENT_TIME_LINE 0x00000008u
#define ACL_STREAM_FAST_LAUNCH 0x00000001u
#define ACL_STREAM_FAST_SYNC 0x00000002u
#define ACL_CONTINUE_ON_FAILURE 0x00000000u
#define ACL_STOP_ON_FAILURE 0x00000001u
#define MAX_MEM_UCE_INFO_ARRAY_SIZE 128
#define UCE_INFO_RESERVED_SIZE 14

typedef enum aclrtRunMode { ACL_DEVICE = 0, ACL_HOST = 1 } aclrtRunMode;
typedef enum aclrtTsId { ACL_TS_ID_AICORE = 0, ACL_TS_ID_AIVECTOR = 1, ACL_TS_ID_RESERVED = 2 } aclrtTsId;
typedef enum aclrtEventStatus {
  ACL_EVENT_STATUS_COMPLETE = 0,
  ACL_EVENT_STATUS_NOT_READY = 1,
  ACL_EVENT_STATUS_RESERVED = 2
} aclrtEventStatus;
typedef enum aclrtEventRecordedStatus {
  ACL_EVENT_RECORDED_STATUS_NOT_READY = 0,
  ACL_EVENT_RECORDED_STATUS_COMPLETE = 1
} aclrtEventRecordedStatus;
typedef enum aclrtEventWaitStatus {
  ACL_EVENT_WAIT_STATUS_COMPLETE = 0,
  ACL_EVENT_WAIT_STATUS_NOT_READY = 1,
  ACL_EVENT_WAIT_STATUS_RESERVED = 65535
} aclrtEventWaitStatus;
typedef enum aclrtStreamStatus {
  ACL_STREAM_STATUS_COMPLETE = 0,
  ACL_STREAM_STATUS_NOT_READY = 1,
  ACL_STREAM_STATUS_RESERVED = 65535
} aclrtStreamStatus;
typedef enum aclrtCallbackBlockType { ACL_CALLBACK_NO_BLOCK = 0, ACL_CALLBACK_BLOCK = 1 } aclrtCallbackBlockType;
typedef enum aclrtMemcpyKind {
  ACL_MEMCPY_HOST_TO_HOST = 0,
  ACL_MEMCPY_HOST_TO_DEVICE = 1,
  ACL_MEMCPY_DEVICE_TO_HOST = 2,
  ACL_MEMCPY_DEVICE_TO_DEVICE = 3,
  ACL_MEMCPY_DEFAULT = 4
} aclrtMemcpyKind;
typedef enum aclrtMemMallocPolicy {
  ACL_MEM_MALLOC_HUGE_FIRST = 0,
  ACL_MEM_MALLOC_HUGE_ONLY = 1,
  ACL_MEM_MALLOC_NORMAL_ONLY = 2,
  ACL_MEM_MALLOC_HUGE_FIRST_P2P = 3,
  ACL_MEM_MALLOC_HUGE_ONLY_P2P = 4,
  ACL_MEM_MALLOC_NORMAL_ONLY_P2P = 5,
  ACL_MEM_TYPE_LOW_BAND_WIDTH = 256,
  ACL_MEM_TYPE_HIGH_BAND_WIDTH = 4096
} aclrtMemMallocPolicy;
typedef enum aclrtMemAttr {
  ACL_DDR_MEM = 0,
  ACL_HBM_MEM = 1,
  ACL_DDR_MEM_HUGE = 2,
  ACL_DDR_MEM_NORMAL = 3,
  ACL_HBM_MEM_HUGE = 4,
  ACL_HBM_MEM_NORMAL = 5,
  ACL_DDR_MEM_P2P_HUGE = 6,
  ACL_DDR_MEM_P2P_NORMAL = 7,
  ACL_HBM_MEM_P2P_HUGE = 8,
  ACL_HBM_MEM_P2P_NORMAL = 9
} aclrtMemAttr;
typedef enum aclrtGroupAttr {
  ACL_GROUP_AICORE_INT = 0,
  ACL_GROUP_AIV_INT = 1,
  ACL_GROUP_AIC_INT = 2,
  ACL_GROUP_SDMANUM_INT = 3,
  ACL_GROUP_ASQNUM_INT = 4,
  ACL_GROUP_GROUPID_INT = 5
} aclrtGroupAttr;
typedef enum aclrtFloatOverflowMode {
  ACL_RT_OVERFLOW_MODE_SATURATION = 0,
  ACL_RT_OVERFLOW_MODE_INFNAN = 1,
  ACL_RT_OVERFLOW_MODE_UNDEF = 2
} aclrtFloatOverflowMode;
typedef enum aclrtStreamConfigAttr {
  ACL_RT_STREAM_WORK_ADDR_PTR = 0,
  ACL_RT_STREAM_WORK_SIZE = 1,
  ACL_RT_STREAM_FLAG = 2,
  ACL_RT_STREAM_PRIORITY = 3
} aclrtStreamConfigAttr;
typedef enum aclrtMemLocationType {
  ACL_MEM_LOCATION_TYPE_HOST = 0,
  ACL_MEM_LOCATION_TYPE_DEVICE = 1
} aclrtMemLocationType;
typedef enum aclrtMemAllocationType { ACL_MEM_ALLOCATION_TYPE_PINNED = 0 } aclrtMemAllocationType;
typedef enum aclrtMemHandleType { ACL_MEM_HANDLE_TYPE_NONE = 0 } aclrtMemHandleType;
typedef enum aclrtMemGranularityOptions {
  ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM = 0,
  ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1,
  ACL_RT_MEM_ALLOC_GRANULARITY_UNDEF = 65535
} aclrtMemGranularityOptions;
typedef enum aclrtDeviceStatus {
  ACL_RT_DEVICE_STATUS_NORMAL = 0,
  ACL_RT_DEVICE_STATUS_ABNORMAL = 1,
  ACL_RT_DEVICE_STATUS_END = 65535
} aclrtDeviceStatus;

typedef struct aclrtUtilizationExtendInfo aclrtUtilizationExtendInfo;
typedef struct tagRtGroupInfo aclrtGroupInfo;
typedef struct rtExceptionInfo aclrtExceptionInfo;
typedef void* aclrtDrvMemHandle;
typedef void (*aclrtCallback)(void* userData);
typedef void (*aclrtExceptionInfoCallback)(aclrtExceptionInfo* exceptionInfo);
typedef void* aclrtBinary;
typedef void* aclrtBinHandle;
typedef void* aclrtFuncHandle;

typedef struct aclrtStreamConfigHandle {
  void* workptr;
  size_t workSize;
  size_t flag;
  uint32_t priority;
} aclrtStreamConfigHandle;
typedef struct aclrtUtilizationInfo {
  int32_t cubeUtilization;
  int32_t vectorUtilization;
  int32_t aicpuUtilization;
  int32_t memoryUtilization;
  aclrtUtilizationExtendInfo* utilizationExtend;
} aclrtUtilizationInfo;
typedef struct aclrtMemLocation {
  uint32_t id;
  aclrtMemLocationType type;
} aclrtMemLocation;
typedef struct aclrtPhysicalMemProp {
  aclrtMemHandleType handleType;
  aclrtMemAllocationType allocationType;
  aclrtMemAttr memAttr;
  aclrtMemLocation location;
  uint64_t reserve;
} aclrtPhysicalMemProp;
typedef struct aclrtMemUceInfo {
  void* addr;
  size_t len;
  size_t reserved[UCE_INFO_RESERVED_SIZE];
} aclrtMemUceInfo;

// Makes a context of the one device, 0. Memory, streams and events belong to a context, and each thread has a current
// context.
OPDK_API aclError aclrtCreateContext(aclrtContext* context, int32_t deviceId);
OPDK_API aclError aclrtDestroyContext(aclrtContext context);
OPDK_API aclError aclrtSetCurrentContext(aclrtContext context);
OPDK_API aclError aclrtGetCurrentContext(aclrtContext* context);
OPDK_API aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt, int64_t* value);
OPDK_API aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value);

// Makes the device's default context current. The device must be reset as often as it was set.
OPDK_API aclError aclrtSetDevice(int32_t deviceId);
OPDK_API aclError aclrtResetDevice(int32_t deviceId);
OPDK_API aclError aclrtResetDeviceForce(int32_t deviceId);
OPDK_API aclError aclrtGetDevice(int32_t* deviceId);
OPDK_API aclError aclrtGetRunMode(aclrtRunMode* runMode);
OPDK_API aclError aclrtSynchronizeDevice(void);
OPDK_API aclError aclrtSetTsDevice(aclrtTsId tsId);
OPDK_API aclError aclrtGetDeviceUtilizationRate(int32_t deviceId, aclrtUtilizationInfo* utilizationInfo);
OPDK_API aclError aclrtGetDeviceCount(uint32_t* count);

// Makes and uses streams. Tasks of a stream run in order, on the stream's own thread. NULL is the context's own stream.
OPDK_API aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode);
OPDK_API aclrtStreamConfigHandle* aclrtCreateStreamConfigHandle(void);
OPDK_API aclError aclrtDestroyStreamConfigHandle(aclrtStreamConfigHandle* handle);
OPDK_API aclError aclrtSetStreamConfigOpt(aclrtStreamConfigHandle* handle, aclrtStreamConfigAttr attr,
                                          const void* attrValue, size_t valueSize);
OPDK_API aclError aclrtCreateStream(aclrtStream* stream);
OPDK_API aclError aclrtCreateStreamV2(aclrtStream* stream, const aclrtStreamConfigHandle* handle);
OPDK_API aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t priority, uint32_t flag);
OPDK_API aclError aclrtDestroyStream(aclrtStream stream);
OPDK_API aclError aclrtDestroyStreamForce(aclrtStream stream);
OPDK_API aclError aclrtSynchronizeStream(aclrtStream stream);
OPDK_API aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout);
OPDK_API aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status);
OPDK_API aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event);

// Makes and uses events. An event occurs when the stream that recorded it reaches it.
OPDK_API aclError aclrtCreateEvent(aclrtEvent* event);
OPDK_API aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t flag);
OPDK_API aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flag);
OPDK_API aclError aclrtDestroyEvent(aclrtEvent event);
OPDK_API aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream);
OPDK_API aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream);
OPDK_API aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus* status);
OPDK_API aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus* status);
OPDK_API aclError aclrtQueryEventWaitStatus(aclrtEvent event, aclrtEventWaitStatus* status);
OPDK_API aclError aclrtSynchronizeEvent(aclrtEvent event);
OPDK_API aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout);
OPDK_API aclError aclrtEventElapsedTime(float* ms, aclrtEvent startEvent, aclrtEvent endEvent);

// Lets a stream call functions of the host, on the thread that waits for the stream in aclrtProcessReport.
OPDK_API aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream);
OPDK_API aclError aclrtLaunchCallback(aclrtCallback fn, void* userData, aclrtCallbackBlockType blockType,
                                      aclrtStream stream);
OPDK_API aclError aclrtProcessReport(int32_t timeout);
OPDK_API aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream);

// Serves the aclrt...Report functions under newer names.
OPDK_API aclError aclrtSubscribeHostFunc(uint64_t hostFuncThreadId, aclrtStream exeStream);
OPDK_API aclError aclrtProcessHostFunc(int32_t timeout);
OPDK_API aclError aclrtUnSubscribeHostFunc(uint64_t hostFuncThreadId, aclrtStream exeStream);

// Allocates device memory, which is the machine's, at multiples of 64 bytes. With OPDK_ACL_CHECK=1 each allocation ends
// in front of a protected page; touching that page or freed memory ends the program.
OPDK_API aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy);
OPDK_API aclError aclrtMallocAlign32(void** devPtr, size_t size, aclrtMemMallocPolicy policy);
OPDK_API aclError aclrtMallocCached(void** devPtr, size_t size, aclrtMemMallocPolicy policy);
OPDK_API aclError aclrtMemFlush(void* devPtr, size_t size);
OPDK_API aclError aclrtMemInvalidate(void* devPtr, size_t size);
OPDK_API aclError aclrtFree(void* devPtr);
OPDK_API aclError aclrtMallocHost(void** hostPtr, size_t size);
OPDK_API aclError aclrtFreeHost(void* hostPtr);
OPDK_API aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total);

// Copies or fills memory. ACL_ERROR_INVALID_PARAM: the kind isn't that of the addresses.
OPDK_API aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count, aclrtMemcpyKind kind);
OPDK_API aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value, size_t count);
OPDK_API aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src, size_t count, aclrtMemcpyKind kind,
                                   aclrtStream stream);
OPDK_API aclError aclrtMemcpy2d(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                                aclrtMemcpyKind kind);
OPDK_API aclError aclrtMemcpy2dAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                                     size_t height, aclrtMemcpyKind kind, aclrtStream stream);
OPDK_API aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value, size_t count, aclrtStream stream);

// Reserves addresses without memory, and maps memory there.
OPDK_API aclError aclrtReserveMemAddress(void** virPtr, size_t size, size_t alignment, void* expectPtr, uint64_t flags);
OPDK_API aclError aclrtReleaseMemAddress(void* virPtr);
OPDK_API aclError aclrtMallocPhysical(aclrtDrvMemHandle* handle, size_t size, const aclrtPhysicalMemProp* prop,
                                      uint64_t flags);
OPDK_API aclError aclrtFreePhysical(aclrtDrvMemHandle handle);
OPDK_API aclError aclrtMapMem(void* virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle, uint64_t flags);
OPDK_API aclError aclrtUnmapMem(void* virPtr);
OPDK_API aclError aclrtMemGetAllocationGranularity(aclrtPhysicalMemProp* prop, aclrtMemGranularityOptions option,
                                                   size_t* granularity);

// Refuses: memory isn't shared between processes.
OPDK_API aclError aclrtMemExportToShareableHandle(aclrtDrvMemHandle handle, aclrtMemHandleType handleType,
                                                  uint64_t flags, uint64_t* shareableHandle);
OPDK_API aclError aclrtMemImportFromShareableHandle(uint64_t shareableHandle, int32_t deviceId,
                                                    aclrtDrvMemHandle* handle);
OPDK_API aclError aclrtMemSetPidToShareableHandle(uint64_t shareableHandle, int32_t* pid, size_t pidNum);
OPDK_API aclError aclrtDeviceGetBareTgid(int32_t* pid);

// Describes the one group of cores: the CPUs of this process.
OPDK_API aclError aclrtSetGroup(int32_t groupId);
OPDK_API aclError aclrtGetGroupCount(uint32_t* count);
OPDK_API aclrtGroupInfo* aclrtCreateGroupInfo(void);
OPDK_API aclError aclrtDestroyGroupInfo(aclrtGroupInfo* groupInfo);
OPDK_API aclError aclrtGetAllGroupInfo(aclrtGroupInfo* groupInfo);
OPDK_API aclError aclrtGetGroupInfoDetail(const aclrtGroupInfo* groupInfo, int32_t groupIndex, aclrtGroupAttr attr,
                                          void* attrValue, size_t valueLen, size_t* paramRetSize);

// Answers for one device, which has no peers.
OPDK_API aclError aclrtDeviceCanAccessPeer(int32_t* canAccessPeer, int32_t deviceId, int32_t peerDeviceId);
OPDK_API aclError aclrtDeviceEnablePeerAccess(int32_t peerDeviceId, uint32_t flags);
OPDK_API aclError aclrtDeviceDisablePeerAccess(int32_t peerDeviceId);

// Accepts timeouts and overflow modes. No part of a run times out by itself, and numbers overflow to infinity.
OPDK_API aclError aclrtSetOpWaitTimeout(uint32_t timeout);
OPDK_API aclError aclrtSetOpExecuteTimeOut(uint32_t timeout);
OPDK_API aclError aclrtSetStreamOverflowSwitch(aclrtStream stream, uint32_t flag);
OPDK_API aclError aclrtGetStreamOverflowSwitch(aclrtStream stream, uint32_t* flag);
OPDK_API aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode);
OPDK_API aclError aclrtGetDeviceSatMode(aclrtFloatOverflowMode* mode);
OPDK_API aclError aclrtGetOverflowStatus(void* outputAddr, size_t outputSize, aclrtStream stream);
OPDK_API aclError aclrtResetOverflowStatus(aclrtStream stream);

// Reads the description of an exception on a stream.
OPDK_API aclError aclrtSetExceptionInfoCallback(aclrtExceptionInfoCallback callback);
OPDK_API uint32_t aclrtGetTaskIdFromExceptionInfo(const aclrtExceptionInfo* info);
OPDK_API uint32_t aclrtGetStreamIdFromExceptionInfo(const aclrtExceptionInfo* info);
OPDK_API uint32_t aclrtGetThreadIdFromExceptionInfo(const aclrtExceptionInfo* info);
OPDK_API uint32_t aclrtGetDeviceIdFromExceptionInfo(const aclrtExceptionInfo* info);
OPDK_API uint32_t aclrtGetErrorCodeFromExceptionInfo(const aclrtExceptionInfo* info);

// Reports no memory errors: a CPU has none that a program could repair.
OPDK_API aclError aclrtQueryDeviceStatus(int32_t deviceId, aclrtDeviceStatus* deviceStatus);
OPDK_API aclError aclrtGetMemUceInfo(int32_t deviceId, aclrtMemUceInfo* memUceInfoArray, size_t arraySize,
                                     size_t* retSize);
OPDK_API aclError aclrtDeviceTaskAbort(int32_t deviceId, uint32_t timeout);
OPDK_API aclError aclrtMemUceRepair(int32_t deviceId, aclrtMemUceInfo* memUceInfoArray, size_t arraySize);

// Refuses a device's kernels, which can't run on this machine.
OPDK_API aclrtBinary aclrtCreateBinary(const void* data, size_t dataLen);
OPDK_API aclError aclrtDestroyBinary(aclrtBinary binary);
OPDK_API aclError aclrtBinaryLoad(const aclrtBinary binary, aclrtBinHandle* binHandle);
OPDK_API aclError aclrtBinaryUnLoad(aclrtBinHandle binHandle);
OPDK_API aclError aclrtBinaryGetFunction(const aclrtBinHandle binHandle, const char* kernelName,
                                         aclrtFuncHandle* funcHandle);
OPDK_API aclError aclrtLaunchKernel(aclrtFuncHandle funcHandle, uint32_t blockDim, const void* argsData,
                                    size_t argsSize, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif
