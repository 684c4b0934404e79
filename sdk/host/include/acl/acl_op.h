// Single operators in AscendCL. Source: CANN's acl_op.h.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "acl/acl_base.h"
#include "acl/acl_rt.h"
#include "opdk/visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ACL_OP_DUMP_OP_AICORE_ARGS 0x00000001U
static const int ACL_COMPILE_FLAG_BIN_SELECTOR = 1;

typedef enum aclopEngineType { ACL_ENGINE_SYS = 0, ACL_ENGINE_AICORE = 1, ACL_ENGINE_VECTOR = 2 } aclopEngineType;

typedef struct aclopHandle aclopHandle;
typedef struct aclopAttr aclopAttr;
typedef struct aclopKernelDesc aclopKernelDesc;
typedef void (*aclDataDeallocator)(void* data, size_t length);
typedef aclError (*aclopCompileFunc)(int numInputs, const aclTensorDesc* const inputDesc[], int numOutputs,
                                     const aclTensorDesc* const outputDesc[], const aclopAttr* opAttr,
                                     aclopKernelDesc* aclopKernelDesc);

// Loads offline models of single operators, as `atc --singleop` writes them: every .om of a directory, or one from
// memory. They are found by type, descriptions and attributes.
OPDK_API aclError aclopSetModelDir(const char* modelDir);
OPDK_API aclError aclopLoad(const void* model, size_t modelSize);

// Sets attributes by name, of the types that the prototype declares. The caller destroys the aclopAttr.
OPDK_API aclopAttr* aclopCreateAttr(void);
OPDK_API void aclopDestroyAttr(const aclopAttr* attr);
OPDK_API aclError aclopSetAttrBool(aclopAttr* attr, const char* attrName, uint8_t attrValue);
OPDK_API aclError aclopSetAttrInt(aclopAttr* attr, const char* attrName, int64_t attrValue);
OPDK_API aclError aclopSetAttrFloat(aclopAttr* attr, const char* attrName, float attrValue);
OPDK_API aclError aclopSetAttrString(aclopAttr* attr, const char* attrName, const char* attrValue);
OPDK_API aclError aclopSetAttrDataType(aclopAttr* attr, const char* attrName, aclDataType attrValue);
OPDK_API aclError aclopSetAttrListDataType(aclopAttr* attr, const char* attrName, int numValues,
                                           const aclDataType values[]);
OPDK_API aclError aclopSetAttrListBool(aclopAttr* attr, const char* attrName, int numValues, const uint8_t* values);
OPDK_API aclError aclopSetAttrListInt(aclopAttr* attr, const char* attrName, int numValues, const int64_t* values);
OPDK_API aclError aclopSetAttrListFloat(aclopAttr* attr, const char* attrName, int numValues, const float* values);
OPDK_API aclError aclopSetAttrListString(aclopAttr* attr, const char* attrName, int numValues, const char** values);
OPDK_API aclError aclopSetAttrListListInt(aclopAttr* attr, const char* attrName, int numLists, const int* numValues,
                                          const int64_t* const values[]);

// Runs an operator that was loaded or compiled, on the stream; buffers are read when the stream reaches the operator.
// Descriptions and buffers stand in the order of the prototype's ports; a data type ACL_DT_UNDEFINED leaves out an
// optional input. V2 writes the shapes of results into outputDesc at the end of the run, if only the run knows them.
// ACL_ERROR_OP_NOT_FOUND: the operator was neither loaded nor compiled.
OPDK_API aclError aclopExecute(const char* opType, int numInputs, const aclTensorDesc* const inputDesc[],
                               const aclDataBuffer* const inputs[], int numOutputs,
                               const aclTensorDesc* const outputDesc[], aclDataBuffer* const outputs[],
                               const aclopAttr* attr, aclrtStream stream);
OPDK_API aclError aclopExecuteV2(const char* opType, int numInputs, aclTensorDesc* inputDesc[], aclDataBuffer* inputs[],
                                 int numOutputs, aclTensorDesc* outputDesc[], aclDataBuffer* outputs[], aclopAttr* attr,
                                 aclrtStream stream);

// Looks an operator up once; the handle serves any number of runs.
OPDK_API aclError aclopCreateHandle(const char* opType, int numInputs, const aclTensorDesc* const inputDesc[],
                                    int numOutputs, const aclTensorDesc* const outputDesc[], const aclopAttr* opAttr,
                                    aclopHandle** handle);
OPDK_API void aclopDestroyHandle(aclopHandle* handle);
OPDK_API aclError aclopExecWithHandle(aclopHandle* handle, int numInputs, const aclDataBuffer* const inputs[],
                                      int numOutputs, aclDataBuffer* const outputs[], aclrtStream stream);

// Converts between data types; the operator is compiled when it is first needed. Fractions are cut off, whatever
// `truncate` is.
OPDK_API aclError aclopCast(const aclTensorDesc* srcDesc, const aclDataBuffer* srcBuffer, const aclTensorDesc* dstDesc,
                            aclDataBuffer* dstBuffer, uint8_t truncate, aclrtStream stream);
OPDK_API aclError aclopCreateHandleForCast(aclTensorDesc* srcDesc, aclTensorDesc* dstDesc, uint8_t truncate,
                                           aclopHandle** handle);

// Registers the program's own kernels of an operator. opdk/acl_kernel.h describes them; a device's binary is refused.
// For each set of descriptions aclopUpdateParams calls the function that was registered for the type. That function
// chooses a kernel by its id and gives copies of its arguments (for example tiling) in the description that it gets.
// aclopExecute and handles of the same descriptions then run the kernel. `deallocator`: frees binData, which is copied.
OPDK_API aclError aclopCreateKernel(const char* opType, const char* kernelId, const char* kernelName, void* binData,
                                    int binSize, aclopEngineType enginetype, aclDataDeallocator deallocator);
OPDK_API aclError aclopRegisterCompileFunc(const char* opType, aclopCompileFunc func);
OPDK_API aclError aclopUnregisterCompileFunc(const char* opType);
OPDK_API aclError aclopSetKernelArgs(aclopKernelDesc* kernelDesc, const char* kernelId, uint32_t blockDim,
                                     const void* args, uint32_t argSize);
OPDK_API aclError aclopSetKernelWorkspaceSizes(aclopKernelDesc* kernelDesc, int numWorkspaces, size_t* workspaceSizes);
OPDK_API aclError aclopUpdateParams(const char* opType, int numInputs, const aclTensorDesc* const inputDesc[],
                                    int numOutputs, const aclTensorDesc* const outputDesc[], const aclopAttr* attr);

// Sets the number of operators that stay ready; a new operator replaces the least recently used one.
OPDK_API aclError aclopSetMaxOpQueueNum(uint64_t maxOpNum);

// Infers the outputs' shapes from the descriptions, and from the values of inputs if shapes depend on them, and writes
// them into outputDesc.
OPDK_API aclError aclopInferShape(const char* opType, int numInputs, aclTensorDesc* inputDesc[],
                                  aclDataBuffer* inputs[], int numOutputs, aclTensorDesc* outputDesc[],
                                  aclopAttr* attr);

// Records the single operators that run or get a handle between start and stop. Each set of type, descriptions and
// attributes becomes a file <type>_<number>.json in the directory, as `atc --singleop` reads it. The directory is made
// if it doesn't exist. dumpType: ACL_OP_DUMP_OP_AICORE_ARGS.
OPDK_API aclError aclopStartDumpArgs(uint32_t dumpType, const char* path);
OPDK_API aclError aclopStopDumpArgs(uint32_t dumpType);

#ifdef __cplusplus
}  // extern "C"
#endif
