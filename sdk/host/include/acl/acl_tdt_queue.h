// Queues between threads: of buffers, which models that were loaded with queues take and give. Source: CANN's
// acl_tdt_queue.h. All of it is of one process and thread-safe. A time is milliseconds, 0 (not at all) or -1 (without
// end); once it is over the code is ACL_ERROR_RT_QUEUE_EMPTY or ACL_ERROR_RT_QUEUE_FULL.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "acl/acl_base.h"
#include "acl/error_codes/rt_error_codes.h"
#include "opdk/visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ACL_TDT_QUEUE_PERMISSION_MANAGE 1
#define ACL_TDT_QUEUE_PERMISSION_DEQUEUE 2
#define ACL_TDT_QUEUE_PERMISSION_ENQUEUE 4

#define ACL_TDT_QUEUE_ROUTE_UNBIND 0
#define ACL_TDT_QUEUE_ROUTE_BIND 1
#define ACL_TDT_QUEUE_ROUTE_BIND_ABNORMAL 2

typedef enum acltdtQueueAttrType { ACL_TDT_QUEUE_NAME_PTR = 0, ACL_TDT_QUEUE_DEPTH_UINT32 = 1 } acltdtQueueAttrType;
typedef enum acltdtQueueRouteParamType {
  ACL_TDT_QUEUE_ROUTE_SRC_UINT32 = 0,
  ACL_TDT_QUEUE_ROUTE_DST_UINT32 = 1,
  ACL_TDT_QUEUE_ROUTE_STATUS_INT32 = 2
} acltdtQueueRouteParamType;
typedef enum acltdtQueueRouteQueryMode {
  ACL_TDT_QUEUE_ROUTE_QUERY_SRC = 0,
  ACL_TDT_QUEUE_ROUTE_QUERY_DST = 1,
  ACL_TDT_QUEUE_ROUTE_QUERY_SRC_AND_DST = 2,
  ACL_TDT_QUEUE_ROUTE_QUERY_ABNORMAL = 100
} acltdtQueueRouteQueryMode;
typedef enum acltdtQueueRouteQueryInfoParamType {
  ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM = 0,
  ACL_TDT_QUEUE_ROUTE_QUERY_SRC_ID_UINT32 = 1,
  ACL_TDT_QUEUE_ROUTE_QUERY_DST_ID_UINT32 = 2
} acltdtQueueRouteQueryInfoParamType;
typedef enum acltdtAllocBufType { ACL_TDT_NORMAL_MEM = 0, ACL_TDT_DVPP_MEM = 1 } acltdtAllocBufType;

typedef void* acltdtBuf;
typedef struct tagMemQueueAttr acltdtQueueAttr;
typedef struct acltdtQueueRouteList acltdtQueueRouteList;
typedef struct acltdtQueueRouteQueryInfo acltdtQueueRouteQueryInfo;
typedef struct acltdtQueueRoute acltdtQueueRoute;

// A queue has a name, which need not be its own alone, and place for `depth` elements (2 unless it is set, at most
// 8192). Destroying it lets go of those who wait for it; what is in it goes too.
OPDK_API aclError acltdtCreateQueue(const acltdtQueueAttr* attr, uint32_t* qid);
OPDK_API aclError acltdtDestroyQueue(uint32_t qid);

// Puts a buffer (with its chain) behind the others, which takes it from the caller; takes the first, which gives it to
// the caller.
OPDK_API aclError acltdtEnqueue(uint32_t qid, acltdtBuf buf, int32_t timeout);
OPDK_API aclError acltdtDequeue(uint32_t qid, acltdtBuf* buf, int32_t timeout);
// The same with copies of bytes. `userData`: at most 96 bytes beside them; `rsv`: 0. An element of more than `dataSize`
// bytes stays in the queue: ACL_ERROR_INVALID_PARAM, and retDataSize says how many it has.
OPDK_API aclError acltdtEnqueueData(uint32_t qid, const void* data, size_t dataSize, const void* userData,
                                    size_t userDataSize, int32_t timeout, uint32_t rsv);
OPDK_API aclError acltdtDequeueData(uint32_t qid, void* data, size_t dataSize, size_t* retDataSize, void* userData,
                                    size_t userDataSize, int32_t timeout);

// This process has all permissions of its queues; others have none (ACL_ERROR_FEATURE_UNSUPPORTED).
OPDK_API aclError acltdtGrantQueue(uint32_t qid, int32_t pid, uint32_t permission, int32_t timeout);
OPDK_API aclError acltdtAttachQueue(uint32_t qid, int32_t timeout, uint32_t* permission);

// What comes into a route's source goes on into its destination; where a source has several, into each. Each route of
// the list gets its status. Nobody else ought to take from a source.
OPDK_API aclError acltdtBindQueueRoutes(acltdtQueueRouteList* qRouteList);
OPDK_API aclError acltdtUnbindQueueRoutes(acltdtQueueRouteList* qRouteList);
// The routes that are bound and meet what is asked for are added to the list.
OPDK_API aclError acltdtQueryQueueRoutes(const acltdtQueueRouteQueryInfo* queryInfo, acltdtQueueRouteList* qRouteList);

// Buffers: memory of the host, of ACL_TDT_NORMAL_MEM, whose bytes are `len` of its `size`.
OPDK_API aclError acltdtAllocBuf(size_t size, uint32_t type, acltdtBuf* buf);
OPDK_API aclError acltdtFreeBuf(acltdtBuf buf);
OPDK_API aclError acltdtGetBufData(const acltdtBuf buf, void** dataPtr, size_t* size);
OPDK_API aclError acltdtSetBufDataLen(acltdtBuf buf, size_t len);
OPDK_API aclError acltdtGetBufDataLen(acltdtBuf buf, size_t* len);
// A chain of at most 128 buffers, 0 is the head. The head is passed on and freed for all; the others aren't by
// themselves.
OPDK_API aclError acltdtAppendBufChain(acltdtBuf headBuf, acltdtBuf buf);
OPDK_API aclError acltdtGetBufChainNum(acltdtBuf headBuf, uint32_t* num);
OPDK_API aclError acltdtGetBufFromChain(acltdtBuf headBuf, uint32_t index, acltdtBuf* buf);
// 96 bytes beside the data.
OPDK_API aclError acltdtGetBufUserData(const acltdtBuf buf, void* dataPtr, size_t size, size_t offset);
OPDK_API aclError acltdtSetBufUserData(acltdtBuf buf, const void* dataPtr, size_t size, size_t offset);
// Another buffer with the same memory, which lives as long as one of them.
OPDK_API aclError acltdtCopyBufRef(const acltdtBuf buf, acltdtBuf* newBuf);

// Attributes of a queue. A value's `len` is its type's size; ACL_TDT_QUEUE_NAME_PTR: `param` is the address of a const
// char*, of a name of at most 127 characters.
OPDK_API acltdtQueueAttr* acltdtCreateQueueAttr(void);
OPDK_API aclError acltdtDestroyQueueAttr(const acltdtQueueAttr* attr);
OPDK_API aclError acltdtSetQueueAttr(acltdtQueueAttr* attr, acltdtQueueAttrType type, size_t len, const void* param);
OPDK_API aclError acltdtGetQueueAttr(const acltdtQueueAttr* attr, acltdtQueueAttrType type, size_t len,
                                     size_t* paramRetSize, void* param);

// Routes, lists of them (which hold copies), and what to ask for.
OPDK_API acltdtQueueRoute* acltdtCreateQueueRoute(uint32_t srcId, uint32_t dstId);
OPDK_API aclError acltdtDestroyQueueRoute(const acltdtQueueRoute* route);
OPDK_API aclError acltdtGetQueueRouteParam(const acltdtQueueRoute* route, acltdtQueueRouteParamType type, size_t len,
                                           size_t* paramRetSize, void* param);
OPDK_API acltdtQueueRouteList* acltdtCreateQueueRouteList(void);
OPDK_API aclError acltdtDestroyQueueRouteList(const acltdtQueueRouteList* routeList);
OPDK_API aclError acltdtAddQueueRoute(acltdtQueueRouteList* routeList, const acltdtQueueRoute* route);
OPDK_API aclError acltdtGetQueueRoute(const acltdtQueueRouteList* routeList, size_t index, acltdtQueueRoute* route);
OPDK_API size_t acltdtGetQueueRouteNum(const acltdtQueueRouteList* routeList);
OPDK_API acltdtQueueRouteQueryInfo* acltdtCreateQueueRouteQueryInfo(void);
OPDK_API aclError acltdtDestroyQueueRouteQueryInfo(const acltdtQueueRouteQueryInfo* info);
OPDK_API aclError acltdtSetQueueRouteQueryInfo(acltdtQueueRouteQueryInfo* param,
                                               acltdtQueueRouteQueryInfoParamType type, size_t len, const void* value);

#ifdef __cplusplus
}  // extern "C"
#endif
