// Queues of buffers between threads, which models loaded with queues read and fill. Source: CANN's acl_tdt_queue.h. All
// queues belong to one process and are thread-safe. A timeout is milliseconds, 0 (don't wait) or -1 (wait without end);
// after it the code is ACL_ERROR_RT_QUEUE_EMPTY or ACL_ERROR_RT_QUEUE_FULL.
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

// Makes a queue with a name, which other queues may have too, and place for `depth` elements (default 2, at most 8192).
// Destroying it wakes waiting threads and frees its elements.
OPDK_API aclError acltdtCreateQueue(const acltdtQueueAttr* attr, uint32_t* qid);
OPDK_API aclError acltdtDestroyQueue(uint32_t qid);

// Appends a buffer (with its chain) to the queue, which then owns it. acltdtDequeue takes the first buffer, which the
// caller then owns.
OPDK_API aclError acltdtEnqueue(uint32_t qid, acltdtBuf buf, int32_t timeout);
OPDK_API aclError acltdtDequeue(uint32_t qid, acltdtBuf* buf, int32_t timeout);
// Appends or takes an element by copying its bytes. `userData`: at most 96 bytes beside the data; `rsv`: 0.
// ACL_ERROR_INVALID_PARAM: the element has more than `dataSize` bytes; it stays in the queue, and retDataSize is its
// size.
OPDK_API aclError acltdtEnqueueData(uint32_t qid, const void* data, size_t dataSize, const void* userData,
                                    size_t userDataSize, int32_t timeout, uint32_t rsv);
OPDK_API aclError acltdtDequeueData(uint32_t qid, void* data, size_t dataSize, size_t* retDataSize, void* userData,
                                    size_t userDataSize, int32_t timeout);

// Reads permissions: this process has all permissions of its queues. ACL_ERROR_FEATURE_UNSUPPORTED for other processes.
OPDK_API aclError acltdtGrantQueue(uint32_t qid, int32_t pid, uint32_t permission, int32_t timeout);
OPDK_API aclError acltdtAttachQueue(uint32_t qid, int32_t timeout, uint32_t* permission);

// Binds routes: an element that enters a route's source goes on to its destination, or to each destination of the
// source. Each route of the list gets its status. No other thread should take elements from a source.
OPDK_API aclError acltdtBindQueueRoutes(acltdtQueueRouteList* qRouteList);
OPDK_API aclError acltdtUnbindQueueRoutes(acltdtQueueRouteList* qRouteList);
// Appends the bound routes that fit the query to the list.
OPDK_API aclError acltdtQueryQueueRoutes(const acltdtQueueRouteQueryInfo* queryInfo, acltdtQueueRouteList* qRouteList);

// Makes and uses buffers: host memory of ACL_TDT_NORMAL_MEM. `len` is the number of used bytes of its `size`.
OPDK_API aclError acltdtAllocBuf(size_t size, uint32_t type, acltdtBuf* buf);
OPDK_API aclError acltdtFreeBuf(acltdtBuf buf);
OPDK_API aclError acltdtGetBufData(const acltdtBuf buf, void** dataPtr, size_t* size);
OPDK_API aclError acltdtSetBufDataLen(acltdtBuf buf, size_t len);
OPDK_API aclError acltdtGetBufDataLen(acltdtBuf buf, size_t* len);
// Builds a chain of at most 128 buffers; buffer 0 is the head. Passing on or freeing the head does so for all buffers;
// the others can't be passed on or freed by themselves.
OPDK_API aclError acltdtAppendBufChain(acltdtBuf headBuf, acltdtBuf buf);
OPDK_API aclError acltdtGetBufChainNum(acltdtBuf headBuf, uint32_t* num);
OPDK_API aclError acltdtGetBufFromChain(acltdtBuf headBuf, uint32_t index, acltdtBuf* buf);
// Reads and writes the 96 bytes of user data beside the data.
OPDK_API aclError acltdtGetBufUserData(const acltdtBuf buf, void* dataPtr, size_t size, size_t offset);
OPDK_API aclError acltdtSetBufUserData(acltdtBuf buf, const void* dataPtr, size_t size, size_t offset);
// Makes another buffer with the same memory, which lives as long as one of the buffers.
OPDK_API aclError acltdtCopyBufRef(const acltdtBuf buf, acltdtBuf* newBuf);

// Makes and reads attributes of a queue. `len` is the size of the value's type. ACL_TDT_QUEUE_NAME_PTR: `param` is the
// address of a const char*, a name of at most 127 characters.
OPDK_API acltdtQueueAttr* acltdtCreateQueueAttr(void);
OPDK_API aclError acltdtDestroyQueueAttr(const acltdtQueueAttr* attr);
OPDK_API aclError acltdtSetQueueAttr(acltdtQueueAttr* attr, acltdtQueueAttrType type, size_t len, const void* param);
OPDK_API aclError acltdtGetQueueAttr(const acltdtQueueAttr* attr, acltdtQueueAttrType type, size_t len,
                                     size_t* paramRetSize, void* param);

// Makes routes, lists that hold copies of routes, and queries.
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
