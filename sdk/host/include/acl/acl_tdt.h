// Channels of tensors. A program sends tensors; a model's GetNext of that channel takes them run by run, or a program
// receives them. Source: CANN's acl_tdt.h. Channels are thread-safe; items and datasets are for one thread at a time.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "acl/acl_base.h"
#include "acl/error_codes/rt_error_codes.h"
#include "opdk/visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum acltdtTensorType {
  ACL_TENSOR_DATA_UNDEFINED = -1,
  ACL_TENSOR_DATA_TENSOR = 0,
  ACL_TENSOR_DATA_END_OF_SEQUENCE = 1,
  ACL_TENSOR_DATA_ABNORMAL = 2,
  ACL_TENSOR_DATA_SLICE_TENSOR = 3,
  ACL_TENSOR_DATA_END_TENSOR = 4
} acltdtTensorType;

typedef struct acltdtDataItem acltdtDataItem;
typedef struct acltdtDataset acltdtDataset;
typedef struct acltdtChannelHandle acltdtChannelHandle;

// Makes an item of one tensor. The caller owns `data`, which is read when the item is sent; a dataset owns the data of
// received items. An item of ACL_TENSOR_DATA_END_OF_SEQUENCE or ACL_TENSOR_DATA_ABNORMAL has no data. Tensors aren't
// sent in slices: the slice numbers are 0.
OPDK_API acltdtDataItem* acltdtCreateDataItem(acltdtTensorType tdtType, const int64_t* dims, size_t dimNum,
                                              aclDataType dataType, void* data, size_t size);
OPDK_API aclError acltdtDestroyDataItem(acltdtDataItem* dataItem);
OPDK_API acltdtTensorType acltdtGetTensorTypeFromItem(const acltdtDataItem* dataItem);
OPDK_API aclDataType acltdtGetDataTypeFromItem(const acltdtDataItem* dataItem);
OPDK_API void* acltdtGetDataAddrFromItem(const acltdtDataItem* dataItem);
OPDK_API size_t acltdtGetDataSizeFromItem(const acltdtDataItem* dataItem);
OPDK_API size_t acltdtGetDimNumFromItem(const acltdtDataItem* dataItem);
OPDK_API aclError acltdtGetSliceInfoFromItem(const acltdtDataItem* dataItem, size_t* sliceNum, size_t* sliceId);
OPDK_API aclError acltdtGetDimsFromItem(const acltdtDataItem* dataItem, int64_t* dims, size_t dimNum);

// Makes a list of tensors that are sent together. A received list has the name of its channel.
OPDK_API acltdtDataset* acltdtCreateDataset(void);
OPDK_API aclError acltdtDestroyDataset(acltdtDataset* dataset);
OPDK_API acltdtDataItem* acltdtGetDataItem(const acltdtDataset* dataset, size_t index);
OPDK_API aclError acltdtAddDataItem(acltdtDataset* dataset, acltdtDataItem* dataItem);
OPDK_API size_t acltdtGetDatasetSize(const acltdtDataset* dataset);
OPDK_API const char* acltdtGetDatasetName(const acltdtDataset* dataset);

// Opens the process's channel of that name, or makes it. It has place for 8 elements, or `capacity`.
OPDK_API acltdtChannelHandle* acltdtCreateChannel(uint32_t deviceId, const char* name);
OPDK_API acltdtChannelHandle* acltdtCreateChannelWithCapacity(uint32_t deviceId, const char* name, size_t capacity);
// Frees a handle; freeing the last handle of a channel ends the channel.
OPDK_API aclError acltdtDestroyChannel(acltdtChannelHandle* handle);
// Closes the channel for sending and wakes waiting threads. The elements in it can still be received.
OPDK_API aclError acltdtStopChannel(acltdtChannelHandle* handle);
// Drops the elements in the channel.
OPDK_API aclError acltdtCleanChannel(acltdtChannelHandle* handle);

// Copies the tensors into the channel. `timeout`: milliseconds, 0 (don't wait) or -1 (wait without end). An item that
// ends a sequence is sent alone; other items may follow it. ACL_TENSOR_DATA_ABNORMAL stops the channel.
// ACL_ERROR_RT_QUEUE_FULL: the time is over.
OPDK_API aclError acltdtSendTensor(const acltdtChannelHandle* handle, const acltdtDataset* dataset, int32_t timeout);
// Receives tensors into a dataset that has no items of the caller; items received before are freed.
// ACL_ERROR_RT_QUEUE_EMPTY: the time is over.
OPDK_API aclError acltdtReceiveTensor(const acltdtChannelHandle* handle, acltdtDataset* dataset, int32_t timeout);
OPDK_API aclError acltdtQueryChannelSize(const acltdtChannelHandle* handle, size_t* size);

#ifdef __cplusplus
}  // extern "C"
#endif
