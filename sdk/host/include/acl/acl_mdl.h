// Offline models in AscendCL. Source: CANN's acl_mdl.h.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "acl/acl_base.h"
#include "acl/acl_rt.h"
#include "opdk/visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ACL_DIM_ENDPOINTS 2
#define ACL_MAX_DIM_CNT 128
#define ACL_MAX_TENSOR_NAME_LEN 128
#define ACL_MAX_BATCH_NUM 128
#define ACL_MAX_HW_NUM 128
#define ACL_MAX_SHAPE_COUNT 128
#define ACL_INVALID_NODE_INDEX 0xFFFFFFFF
#define ACL_MDL_LOAD_FROM_FILE 1
#define ACL_MDL_LOAD_FROM_FILE_WITH_MEM 2
#define ACL_MDL_LOAD_FROM_MEM 3
#define ACL_MDL_LOAD_FROM_MEM_WITH_MEM 4
#define ACL_MDL_LOAD_FROM_FILE_WITH_Q 5
#define ACL_MDL_LOAD_FROM_MEM_WITH_Q 6
#define ACL_DYNAMIC_TENSOR_NAME "ascend_mbatch_shape_data"
#define ACL_DYNAMIC_AIPP_NAME "ascend_dynamic_aipp_data"
#define ACL_ATTR_NAME_DATA_DUMP_ORIGIN_OP_NAMES "_datadump_original_op_names"
#define ACL_WORKSPACE_MEM_OPTIMIZE_DEFAULT 0
#define ACL_WORKSPACE_MEM_OPTIMIZE_INPUTOUTPUT 1

typedef enum aclAippInputFormat {
  ACL_YUV420SP_U8 = 1,
  ACL_XRGB8888_U8 = 2,
  ACL_RGB888_U8 = 3,
  ACL_YUV400_U8 = 4,
  ACL_NC1HWC0DI_FP16 = 5,
  ACL_NC1HWC0DI_S8 = 6,
  ACL_ARGB8888_U8 = 7,
  ACL_YUYV_U8 = 8,
  ACL_YUV422SP_U8 = 9,
  ACL_AYUV444_U8 = 10,
  ACL_RAW10 = 11,
  ACL_RAW12 = 12,
  ACL_RAW16 = 13,
  ACL_RAW24 = 14,
  ACL_AIPP_RESERVED = 65535
} aclAippInputFormat;
typedef enum aclmdlConfigAttr {
  ACL_MDL_PRIORITY_INT32 = 0,
  ACL_MDL_LOAD_TYPE_SIZET = 1,
  ACL_MDL_PATH_PTR = 2,
  ACL_MDL_MEM_ADDR_PTR = 3,
  ACL_MDL_MEM_SIZET = 4,
  ACL_MDL_WEIGHT_ADDR_PTR = 5,
  ACL_MDL_WEIGHT_SIZET = 6,
  ACL_MDL_WORKSPACE_ADDR_PTR = 7,
  ACL_MDL_WORKSPACE_SIZET = 8,
  ACL_MDL_INPUTQ_NUM_SIZET = 9,
  ACL_MDL_INPUTQ_ADDR_PTR = 10,
  ACL_MDL_OUTPUTQ_NUM_SIZET = 11,
  ACL_MDL_OUTPUTQ_ADDR_PTR = 12,
  ACL_MDL_WORKSPACE_MEM_OPTIMIZE = 13,
  ACL_MDL_WEIGHT_PATH_PTR = 14,
  ACL_MDL_MODEL_DESC_PTR = 15,
  ACL_MDL_MODEL_DESC_SIZET = 16,
  ACL_MDL_KERNEL_PTR = 17,
  ACL_MDL_KERNEL_SIZET = 18,
  ACL_MDL_KERNEL_ARGS_PTR = 19,
  ACL_MDL_KERNEL_ARGS_SIZET = 20,
  ACL_MDL_STATIC_TASK_PTR = 21,
  ACL_MDL_STATIC_TASK_SIZET = 22,
  ACL_MDL_DYNAMIC_TASK_PTR = 23,
  ACL_MDL_DYNAMIC_TASK_SIZET = 24
} aclmdlConfigAttr;
typedef enum aclmdlExecConfigAttr {
  ACL_MDL_STREAM_SYNC_TIMEOUT = 0,
  ACL_MDL_EVENT_SYNC_TIMEOUT = 1,
  ACL_MDL_WORK_ADDR_PTR = 2,
  ACL_MDL_WORK_SIZET = 3,
  ACL_MDL_MPAIMID_SIZET = 4,
  ACL_MDL_AICQOS_SIZET = 5,
  ACL_MDL_AICOST_SIZET = 6,
  ACL_MDL_MEC_TIMETHR_SIZET = 7
} aclmdlExecConfigAttr;
typedef enum aclmdlInputAippType {
  ACL_DATA_WITHOUT_AIPP = 0,
  ACL_DATA_WITH_STATIC_AIPP = 1,
  ACL_DATA_WITH_DYNAMIC_AIPP = 2,
  ACL_DYNAMIC_AIPP_NODE = 3
} aclmdlInputAippType;

typedef struct aclmdlDataset aclmdlDataset;
typedef struct aclmdlDesc aclmdlDesc;
typedef struct aclmdlAIPP aclmdlAIPP;
typedef struct aclAippExtendInfo aclAippExtendInfo;
typedef struct aclmdlConfigHandle aclmdlConfigHandle;
typedef struct aclmdlExecConfigHandle aclmdlExecConfigHandle;

typedef struct aclmdlIODims {
  char name[ACL_MAX_TENSOR_NAME_LEN];
  size_t dimCount;
  int64_t dims[ACL_MAX_DIM_CNT];
} aclmdlIODims;
typedef struct aclmdlIODimsRange {
  size_t rangeCount;
  int64_t range[ACL_MAX_DIM_CNT][ACL_DIM_ENDPOINTS];
} aclmdlIODimsRange;
typedef struct aclAippDims {
  aclmdlIODims srcDims;
  size_t srcSize;
  aclmdlIODims aippOutdims;
  size_t aippOutSize;
} aclAippDims;
typedef struct aclmdlBatch {
  size_t batchCount;
  uint64_t batch[ACL_MAX_BATCH_NUM];
} aclmdlBatch;
typedef struct aclmdlHW {
  size_t hwCount;
  uint64_t hw[ACL_MAX_HW_NUM][2];
} aclmdlHW;
typedef struct aclAippInfo {
  aclAippInputFormat inputFormat;
  int32_t srcImageSizeW;
  int32_t srcImageSizeH;
  int8_t cropSwitch;
  int32_t loadStartPosW;
  int32_t loadStartPosH;
  int32_t cropSizeW;
  int32_t cropSizeH;
  int8_t resizeSwitch;
  int32_t resizeOutputW;
  int32_t resizeOutputH;
  int8_t paddingSwitch;
  int32_t leftPaddingSize;
  int32_t rightPaddingSize;
  int32_t topPaddingSize;
  int32_t bottomPaddingSize;
  int8_t cscSwitch;
  int8_t rbuvSwapSwitch;
  int8_t axSwapSwitch;
  int8_t singleLineMode;
  int32_t matrixR0C0;
  int32_t matrixR0C1;
  int32_t matrixR0C2;
  int32_t matrixR1C0;
  int32_t matrixR1C1;
  int32_t matrixR1C2;
  int32_t matrixR2C0;
  int32_t matrixR2C1;
  int32_t matrixR2C2;
  int32_t outputBias0;
  int32_t outputBias1;
  int32_t outputBias2;
  int32_t inputBias0;
  int32_t inputBias1;
  int32_t inputBias2;
  int32_t meanChn0;
  int32_t meanChn1;
  int32_t meanChn2;
  int32_t meanChn3;
  float minChn0;
  float minChn1;
  float minChn2;
  float minChn3;
  float varReciChn0;
  float varReciChn1;
  float varReciChn2;
  float varReciChn3;
  aclFormat srcFormat;
  aclDataType srcDatatype;
  size_t srcDimNum;
  size_t shapeCount;
  aclAippDims outDims[ACL_MAX_SHAPE_COUNT];
  aclAippExtendInfo* aippExtend;
} aclAippInfo;
typedef struct aclmdlExeOMDesc {
  size_t workSize;
  size_t weightSize;
  size_t modelDescSize;
  size_t kernelSize;
  size_t kernelArgsSize;
  size_t staticTaskSize;
  size_t dynamicTaskSize;
  size_t reserved[9];
} aclmdlExeOMDesc;

// Makes and fills descriptions of a model's inputs and outputs. A description's strings live as long as the
// description.
OPDK_API aclmdlDesc* aclmdlCreateDesc(void);
OPDK_API aclError aclmdlDestroyDesc(aclmdlDesc* modelDesc);
OPDK_API aclError aclmdlGetDesc(aclmdlDesc* modelDesc, uint32_t modelId);
OPDK_API aclError aclmdlGetDescFromFile(aclmdlDesc* modelDesc, const char* modelPath);
OPDK_API aclError aclmdlGetDescFromMem(aclmdlDesc* modelDesc, const void* model, size_t modelSize);

// Reads numbers and sizes of inputs and outputs. Sizes are in bytes, of the largest gear; 0 where any size is allowed.
OPDK_API size_t aclmdlGetNumInputs(aclmdlDesc* modelDesc);
OPDK_API size_t aclmdlGetNumOutputs(aclmdlDesc* modelDesc);
OPDK_API size_t aclmdlGetInputSizeByIndex(aclmdlDesc* modelDesc, size_t index);
OPDK_API size_t aclmdlGetOutputSizeByIndex(aclmdlDesc* modelDesc, size_t index);

// Reads extents; -1 where an extent isn't known before a run. V2: without the extents that preprocessing of images
// adds.
OPDK_API aclError aclmdlGetInputDims(const aclmdlDesc* modelDesc, size_t index, aclmdlIODims* dims);
OPDK_API aclError aclmdlGetInputDimsV2(const aclmdlDesc* modelDesc, size_t index, aclmdlIODims* dims);
OPDK_API aclError aclmdlGetInputDimsRange(const aclmdlDesc* modelDesc, size_t index, aclmdlIODimsRange* dimsRange);
OPDK_API aclError aclmdlGetOutputDims(const aclmdlDesc* modelDesc, size_t index, aclmdlIODims* dims);
OPDK_API aclError aclmdlGetCurOutputDims(const aclmdlDesc* modelDesc, size_t index, aclmdlIODims* dims);

// Reads names, formats and data types.
OPDK_API const char* aclmdlGetOpAttr(aclmdlDesc* modelDesc, const char* opName, const char* attr);
OPDK_API const char* aclmdlGetInputNameByIndex(const aclmdlDesc* modelDesc, size_t index);
OPDK_API const char* aclmdlGetOutputNameByIndex(const aclmdlDesc* modelDesc, size_t index);
OPDK_API aclFormat aclmdlGetInputFormat(const aclmdlDesc* modelDesc, size_t index);
OPDK_API aclFormat aclmdlGetOutputFormat(const aclmdlDesc* modelDesc, size_t index);
OPDK_API aclDataType aclmdlGetInputDataType(const aclmdlDesc* modelDesc, size_t index);
OPDK_API aclDataType aclmdlGetOutputDataType(const aclmdlDesc* modelDesc, size_t index);
OPDK_API aclError aclmdlGetInputIndexByName(const aclmdlDesc* modelDesc, const char* name, size_t* index);
OPDK_API aclError aclmdlGetOutputIndexByName(const aclmdlDesc* modelDesc, const char* name, size_t* index);
OPDK_API const char* aclmdlGetTensorRealName(const aclmdlDesc* modelDesc, const char* name);

// Reads the shapes for which the model was compiled (gears), and sets the gear of a run.
OPDK_API aclError aclmdlSetInputDynamicDims(uint32_t modelId, aclmdlDataset* dataset, size_t index,
                                            const aclmdlIODims* dims);
OPDK_API aclError aclmdlGetDynamicBatch(const aclmdlDesc* modelDesc, aclmdlBatch* batch);
OPDK_API aclError aclmdlGetDynamicHW(const aclmdlDesc* modelDesc, size_t index, aclmdlHW* hw);
OPDK_API aclError aclmdlGetInputDynamicGearCount(const aclmdlDesc* modelDesc, size_t index, size_t* gearCount);
OPDK_API aclError aclmdlGetInputDynamicDims(const aclmdlDesc* modelDesc, size_t index, aclmdlIODims* dims,
                                            size_t gearCount);

// Makes lists of a run's buffers, in the order of the model's inputs or outputs. The caller destroys lists and buffers.
OPDK_API aclmdlDataset* aclmdlCreateDataset(void);
OPDK_API aclError aclmdlDestroyDataset(const aclmdlDataset* dataset);
OPDK_API aclError aclmdlAddDatasetBuffer(aclmdlDataset* dataset, aclDataBuffer* dataBuffer);
OPDK_API aclError aclmdlSetDatasetTensorDesc(aclmdlDataset* dataset, aclTensorDesc* tensorDesc, size_t index);
OPDK_API aclTensorDesc* aclmdlGetDatasetTensorDesc(const aclmdlDataset* dataset, size_t index);
OPDK_API size_t aclmdlGetDatasetNumBuffers(const aclmdlDataset* dataset);
OPDK_API aclDataBuffer* aclmdlGetDatasetBuffer(const aclmdlDataset* dataset, size_t index);

// Loads an offline model that `atc` wrote. Ids begin with 1. `workPtr`: memory of the caller for intermediate results,
// used by one run at a time; NULL: the model has its own. Of weightPtr only the size is checked: weights stay in the
// model's file.
OPDK_API aclError aclmdlLoadFromFile(const char* modelPath, uint32_t* modelId);
OPDK_API aclError aclmdlLoadFromMem(const void* model, size_t modelSize, uint32_t* modelId);
OPDK_API aclError aclmdlLoadFromFileWithMem(const char* modelPath, uint32_t* modelId, void* workPtr, size_t workSize,
                                            void* weightPtr, size_t weightSize);
OPDK_API aclError aclmdlLoadFromMemWithMem(const void* model, size_t modelSize, uint32_t* modelId, void* workPtr,
                                           size_t workSize, void* weightPtr, size_t weightSize);
OPDK_API aclError aclmdlLoadFromFileWithQ(const char* modelPath, uint32_t* modelId, const uint32_t* inputQ,
                                          size_t inputQNum, const uint32_t* outputQ, size_t outputQNum);
OPDK_API aclError aclmdlLoadFromMemWithQ(const void* model, size_t modelSize, uint32_t* modelId, const uint32_t* inputQ,
                                         size_t inputQNum, const uint32_t* outputQ, size_t outputQNum);
OPDK_API aclError aclmdlUnload(uint32_t modelId);
OPDK_API aclError aclmdlQuerySize(const char* fileName, size_t* workSize, size_t* weightSize);
OPDK_API aclError aclmdlQueryExeOMDesc(const char* fileName, aclmdlExeOMDesc* mdlPartitionSize);
OPDK_API aclError aclmdlQuerySizeFromMem(const void* model, size_t modelSize, size_t* workSize, size_t* weightSize);
OPDK_API aclError aclmdlLoadWithConfig(const aclmdlConfigHandle* handle, uint32_t* modelId);

// Loads several models from one file (aclgrphBundleSaveModel); they share variables. Each has an id like other models;
// they are unloaded together. ACL_ERROR_INVALID_BUNDLE_MODEL_ID: there is no such bundle.
OPDK_API aclError aclmdlBundleLoadFromFile(const char* modelPath, uint32_t* bundleId);
OPDK_API aclError aclmdlBundleLoadFromMem(const void* model, size_t modelSize, uint32_t* bundleId);
OPDK_API aclError aclmdlBundleUnload(uint32_t bundleId);
OPDK_API aclError aclmdlBundleGetModelNum(uint32_t bundleId, size_t* modelNum);
OPDK_API aclError aclmdlBundleGetModelId(uint32_t bundleId, size_t index, uint32_t* modelId);

// Runs the model once and writes its outputs into the buffers of `output`, in the model's order.
OPDK_API aclError aclmdlExecute(uint32_t modelId, const aclmdlDataset* input, aclmdlDataset* output);
OPDK_API aclError aclmdlExecuteV2(uint32_t modelId, const aclmdlDataset* input, aclmdlDataset* output,
                                  aclrtStream stream, const aclmdlExecConfigHandle* handle);
OPDK_API aclError aclmdlExecuteAsyncV2(uint32_t modelId, const aclmdlDataset* input, aclmdlDataset* output,
                                       aclrtStream stream, const aclmdlExecConfigHandle* handle);
OPDK_API aclError aclmdlExecuteAsync(uint32_t modelId, const aclmdlDataset* input, aclmdlDataset* output,
                                     aclrtStream stream);

// Sets a run's gear: writes the input of ACL_DYNAMIC_TENSOR_NAME.
OPDK_API aclError aclmdlSetDynamicBatchSize(uint32_t modelId, aclmdlDataset* dataset, size_t index, uint64_t batchSize);
OPDK_API aclError aclmdlSetDynamicHWSize(uint32_t modelId, aclmdlDataset* dataset, size_t index, uint64_t height,
                                         uint64_t width);

// Makes option handles for loading and running a model.
OPDK_API aclmdlExecConfigHandle* aclmdlCreateExecConfigHandle(void);
OPDK_API aclError aclmdlDestroyExecConfigHandle(const aclmdlExecConfigHandle* handle);
OPDK_API aclmdlConfigHandle* aclmdlCreateConfigHandle(void);
OPDK_API aclError aclmdlDestroyConfigHandle(aclmdlConfigHandle* handle);
OPDK_API aclError aclmdlSetConfigOpt(aclmdlConfigHandle* handle, aclmdlConfigAttr attr, const void* attrValue,
                                     size_t valueSize);
OPDK_API aclError aclmdlSetExecConfigOpt(aclmdlExecConfigHandle* handle, aclmdlExecConfigAttr attr,
                                         const void* attrValue, size_t valueSize);

// Makes parameters for the preprocessing of a run's images (dynamic AIPP) for `batchSize` images. The model must be
// made for it (atc --insert_op_conf, aipp_mode: dynamic). Preprocessing computes as static AIPP does. A setter checks
// its own arguments: ACL_ERROR_INVALID_PARAM when out of range. Whether all parameters fit the model is checked when
// they are written into the dataset, at the index of the parameters (ACL_DYNAMIC_AIPP_NAME) or of the images. The last
// two functions read the preprocessing for which a model was made.
OPDK_API aclmdlAIPP* aclmdlCreateAIPP(uint64_t batchSize);
OPDK_API aclError aclmdlDestroyAIPP(const aclmdlAIPP* aippParmsSet);
OPDK_API aclError aclmdlGetAippDataSize(uint64_t batchSize, size_t* size);
OPDK_API aclError aclmdlSetAIPPInputFormat(aclmdlAIPP* aippParmsSet, aclAippInputFormat inputFormat);
OPDK_API aclError aclmdlSetAIPPCscParams(aclmdlAIPP* aippParmsSet, int8_t cscSwitch, int16_t cscMatrixR0C0,
                                         int16_t cscMatrixR0C1, int16_t cscMatrixR0C2, int16_t cscMatrixR1C0,
                                         int16_t cscMatrixR1C1, int16_t cscMatrixR1C2, int16_t cscMatrixR2C0,
                                         int16_t cscMatrixR2C1, int16_t cscMatrixR2C2, uint8_t cscOutputBiasR0,
                                         uint8_t cscOutputBiasR1, uint8_t cscOutputBiasR2, uint8_t cscInputBiasR0,
                                         uint8_t cscInputBiasR1, uint8_t cscInputBiasR2);
OPDK_API aclError aclmdlSetAIPPRbuvSwapSwitch(aclmdlAIPP* aippParmsSet, int8_t rbuvSwapSwitch);
OPDK_API aclError aclmdlSetAIPPAxSwapSwitch(aclmdlAIPP* aippParmsSet, int8_t axSwapSwitch);
OPDK_API aclError aclmdlSetAIPPSrcImageSize(aclmdlAIPP* aippParmsSet, int32_t srcImageSizeW, int32_t srcImageSizeH);
OPDK_API aclError aclmdlSetAIPPScfParams(aclmdlAIPP* aippParmsSet, int8_t scfSwitch, int32_t scfInputSizeW,
                                         int32_t scfInputSizeH, int32_t scfOutputSizeW, int32_t scfOutputSizeH,
                                         uint64_t batchIndex);
OPDK_API aclError aclmdlSetAIPPCropParams(aclmdlAIPP* aippParmsSet, int8_t cropSwitch, int32_t cropStartPosW,
                                          int32_t cropStartPosH, int32_t cropSizeW, int32_t cropSizeH,
                                          uint64_t batchIndex);
OPDK_API aclError aclmdlSetAIPPPaddingParams(aclmdlAIPP* aippParmsSet, int8_t paddingSwitch, int32_t paddingSizeTop,
                                             int32_t paddingSizeBottom, int32_t paddingSizeLeft,
                                             int32_t paddingSizeRight, uint64_t batchIndex);
OPDK_API aclError aclmdlSetAIPPDtcPixelMean(aclmdlAIPP* aippParmsSet, int16_t dtcPixelMeanChn0,
                                            int16_t dtcPixelMeanChn1, int16_t dtcPixelMeanChn2,
                                            int16_t dtcPixelMeanChn3, uint64_t batchIndex);
OPDK_API aclError aclmdlSetAIPPDtcPixelMin(aclmdlAIPP* aippParmsSet, float dtcPixelMinChn0, float dtcPixelMinChn1,
                                           float dtcPixelMinChn2, float dtcPixelMinChn3, uint64_t batchIndex);
OPDK_API aclError aclmdlSetAIPPPixelVarReci(aclmdlAIPP* aippParmsSet, float dtcPixelVarReciChn0,
                                            float dtcPixelVarReciChn1, float dtcPixelVarReciChn2,
                                            float dtcPixelVarReciChn3, uint64_t batchIndex);
OPDK_API aclError aclmdlSetInputAIPP(uint32_t modelId, aclmdlDataset* dataset, size_t index,
                                     const aclmdlAIPP* aippParmsSet);
OPDK_API aclError aclmdlSetAIPPByInputIndex(uint32_t modelId, aclmdlDataset* dataset, size_t index,
                                            const aclmdlAIPP* aippParmsSet);
OPDK_API aclError aclmdlGetAippType(uint32_t modelId, size_t index, aclmdlInputAippType* type,
                                    size_t* dynamicAttachedDataIndex);
OPDK_API aclError aclmdlGetFirstAippInfo(uint32_t modelId, size_t index, aclAippInfo* aippInfo);

// Fails: tasks have no numbers here, so that no operator can be found by a task's number.
OPDK_API aclError aclmdlCreateAndGetOpDesc(uint32_t deviceId, uint32_t streamId, uint32_t taskId, char* opName,
                                           size_t opNameLen, aclTensorDesc** inputDesc, size_t* numInputs,
                                           aclTensorDesc** outputDesc, size_t* numOutputs);

// Dumps inputs and outputs of models' steps as a file says: {"dump": {"dump_path": "out", "dump_mode": "output"}}.
OPDK_API aclError aclmdlInitDump(void);
OPDK_API aclError aclmdlSetDump(const char* dumpCfgPath);
OPDK_API aclError aclmdlFinalizeDump(void);

#ifdef __cplusplus
}  // extern "C"
#endif
