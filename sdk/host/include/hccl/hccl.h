// Collective communication. Source: CANN's hccl.h. There is one process and there are no collectives. Programs compile
// and link; each call returns HCCL_E_NOT_SUPPORT, with the reason in aclGetRecentErrMsg(). Only HcclGetErrorString and
// HcclGetCommConfigCapability answer.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "acl/acl_base.h"
#include "hccl/hccl_types.h"
#include "opdk/visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct configInfo_t {
  size_t size;
  uint32_t magicWord;
  uint32_t version;
  uint64_t reserved;
} configInfo_t;

// Fills a configuration with the defaults.
static inline void HcclCommConfigInit(HcclCommConfig* config) {
  if (config == NULL) return;
  const configInfo_t info = {sizeof(HcclCommConfig), HCCL_COMM_CONFIG_MAGIC_WORD, HCCL_COMM_CONFIG_VERSION, 0};
  memset(config, 0, sizeof(HcclCommConfig));
  memcpy(config->reserved, &info, sizeof(info));
  config->hcclBufferSize = HCCL_COMM_DEFAULT_BUFFSIZE;
  config->hcclDeterministic = HCCL_COMM_DEFAULT_DETERMINISTIC;
}

// Manages groups of processes.
OPDK_API HcclResult HcclCommInitClusterInfo(const char* clusterInfo, uint32_t rank, HcclComm* comm);
OPDK_API HcclResult HcclCommInitClusterInfoConfig(const char* clusterInfo, uint32_t rank, HcclCommConfig* config,
                                                  HcclComm* comm);
OPDK_API HcclResult HcclCreateSubCommConfig(HcclComm* comm, uint32_t rankNum, uint32_t* rankIds, uint64_t subCommId,
                                            uint32_t subCommRankId, HcclCommConfig* config, HcclComm* subComm);
OPDK_API HcclResult HcclGetRootInfo(HcclRootInfo* rootInfo);
OPDK_API HcclResult HcclCommInitRootInfo(uint32_t nRanks, const HcclRootInfo* rootInfo, uint32_t rank, HcclComm* comm);
OPDK_API HcclResult HcclCommInitRootInfoConfig(uint32_t nRanks, const HcclRootInfo* rootInfo, uint32_t rank,
                                               const HcclCommConfig* config, HcclComm* comm);
OPDK_API HcclResult HcclCommInitAll(uint32_t ndev, int32_t* devices, HcclComm* comms);
OPDK_API HcclResult HcclCommDestroy(HcclComm comm);
OPDK_API HcclResult HcclCommSuspend(HcclComm comm);
OPDK_API HcclResult HcclCommResume(HcclComm comm);
OPDK_API HcclResult HcclSetConfig(HcclConfig config, HcclConfigValue configValue);
OPDK_API HcclResult HcclGetConfig(HcclConfig config, HcclConfigValue* configValue);
OPDK_API HcclResult HcclGetCommName(HcclComm comm, char* commName);
OPDK_API HcclResult HcclGetRankSize(HcclComm comm, uint32_t* rankSize);
OPDK_API HcclResult HcclGetRankId(HcclComm comm, uint32_t* rank);
OPDK_API HcclResult HcclGetCommAsyncError(HcclComm comm, HcclResult* asyncError);

// Runs collectives and transfers between the processes of a group, on streams.
OPDK_API HcclResult HcclAllReduce(void* sendBuf, void* recvBuf, uint64_t count, HcclDataType dataType, HcclReduceOp op,
                                  HcclComm comm, aclrtStream stream);
OPDK_API HcclResult HcclBroadcast(void* buf, uint64_t count, HcclDataType dataType, uint32_t root, HcclComm comm,
                                  aclrtStream stream);
OPDK_API HcclResult HcclReduceScatter(void* sendBuf, void* recvBuf, uint64_t recvCount, HcclDataType dataType,
                                      HcclReduceOp op, HcclComm comm, aclrtStream stream);
OPDK_API HcclResult HcclScatter(void* sendBuf, void* recvBuf, uint64_t recvCount, HcclDataType dataType, uint32_t root,
                                HcclComm comm, aclrtStream stream);
OPDK_API HcclResult HcclAllGather(void* sendBuf, void* recvBuf, uint64_t sendCount, HcclDataType dataType,
                                  HcclComm comm, aclrtStream stream);
OPDK_API HcclResult HcclReduce(void* sendBuf, void* recvBuf, uint64_t count, HcclDataType dataType, HcclReduceOp op,
                               uint32_t root, HcclComm comm, aclrtStream stream);
OPDK_API HcclResult HcclAlltoAllV(const void* sendBuf, const void* sendCounts, const void* sdispls,
                                  HcclDataType sendType, const void* recvBuf, const void* recvCounts,
                                  const void* rdispls, HcclDataType recvType, HcclComm comm, aclrtStream stream);
OPDK_API HcclResult HcclAlltoAll(const void* sendBuf, uint64_t sendCount, HcclDataType sendType, const void* recvBuf,
                                 uint64_t recvCount, HcclDataType recvType, HcclComm comm, aclrtStream stream);
OPDK_API HcclResult HcclBarrier(HcclComm comm, aclrtStream stream);
OPDK_API HcclResult HcclSend(void* sendBuf, uint64_t count, HcclDataType dataType, uint32_t destRank, HcclComm comm,
                             aclrtStream stream);
OPDK_API HcclResult HcclRecv(void* recvBuf, uint64_t count, HcclDataType dataType, uint32_t srcRank, HcclComm comm,
                             aclrtStream stream);
OPDK_API HcclResult HcclBatchSendRecv(HcclSendRecvItem* sendRecvInfo, uint32_t itemNum, HcclComm comm,
                                      aclrtStream stream);

// Returns a text for a code; "unknown" for a code that doesn't exist.
OPDK_API const char* HcclGetErrorString(HcclResult code);
// Returns the number of settings of HcclCommConfig that have an effect: 0.
OPDK_API uint32_t HcclGetCommConfigCapability(void);

#ifdef __cplusplus
}  // extern "C"
#endif
