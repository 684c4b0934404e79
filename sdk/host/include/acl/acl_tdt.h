// Channels of tensors: what a program sends, a model's GetNext of that channel takes, run by run, or whoever receives.
// Source: CANN's acl_tdt.h. Channels are thread-safe; items and datasets are for one thread at a time.
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

// One tensor. `data` stays the caller's and is read when it is sent; what was received belongs to its dataset. An item
// of ACL_TENSOR_DATA_END_OF_SEQUENCE or ACL_TENSOR_DATA_ABNORMAL has no data. Tensors aren't sent in slices: the
// numbers are 0.
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

// The tensors that are sent together. Its name is that of the channel it was received from.
OPDK_API acltdtDataset* acltdtCreateDataset(void);
OPDK_API aclError acltdtDestroyDataset(acltdtDataset* dataset);
OPDK_API acltdtDataItem* acltdtGetDataItem(const acltdtDataset* dataset, size_t index);
OPDK_API aclError acltdtAddDataItem(acltdtDataset* dataset, acltdtDataItem* dataItem);
OPDK_API size_t acltdtGetDatasetSize(const acltdtDataset* dataset);
OPDK_API const char* acltdtGetDatasetName(const acltdtDataset* dataset);

// Channels of the process by name: of the same name is the same one. Place for 8 elements, or `capacity`.
OPDK_API acltdtChannelHandle* acltdtCreateChannel(uint32_t deviceId, const char* name);
OPDK_API acltdtChannelHandle* acltdtCreateChannelWithCapacity(uint32_t deviceId, const char* name, size_t capacity);
// The last handle of a channel ends it.
OPDK_API aclError acltdtDestroyChannel(acltdtChannelHandle* handle);
// Nothing more can be sent; those who wait go on. What is in it is still taken.
OPDK_API aclError acltdtStopChannel(acltdtChannelHandle* handle);
// Drops what nobody has taken yet.
OPDK_API aclError acltdtCleanChannel(acltdtChannelHandle* handle);

// Copies the tensors into the channel. A time is milliseconds, 0 (not at all) or -1 (without end). An item that ends a
// sequence is sent alone; others may follow it. ACL_TENSOR_DATA_ABNORMAL stops the channel. ACL_ERROR_RT_QUEUE_FULL:
// the time is over.
OPDK_API aclError acltdtSendTensor(const acltdtChannelHandle* handle, const acltdtDataset* dataset, int32_t timeout);
// Into a dataset without items of the caller's; those that it received before go. ACL_ERROR_RT_QUEUE_EMPTY: the time is
// over.
OPDK_API aclError acltdtReceiveTensor(const acltdtChannelHandle* handle, acltdtDataset* dataset, int32_t timeout);
OPDK_API aclError acltdtQueryChannelSize(const acltdtChannelHandle* handle, size_t* size);

#ifdef __cplusplus
}  // extern "C"
#endif
