// Compilation of single operators in AscendCL. Source: CANN's acl_op_compiler.h.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "acl/acl_base.h"
#include "acl/acl_op.h"
#include "opdk/visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum aclopCompileType { ACL_COMPILE_SYS = 0, ACL_COMPILE_UNREGISTERED = 1 } aclopCompileType;
typedef enum aclCompileOpt {
  ACL_PRECISION_MODE = 0,
  ACL_AICORE_NUM = 1,
  ACL_AUTO_TUNE_MODE = 2,
  ACL_OP_SELECT_IMPL_MODE = 3,
  ACL_OPTYPELIST_FOR_IMPLMODE = 4,
  ACL_OP_DEBUG_LEVEL = 5,
  ACL_DEBUG_DIR = 6,
  ACL_OP_COMPILER_CACHE_MODE = 7,
  ACL_OP_COMPILER_CACHE_DIR = 8,
  ACL_OP_PERFORMANCE_MODE = 9,
  ACL_OP_JIT_COMPILE = 10,
  ACL_OP_DETERMINISTIC = 11,
  ACL_CUSTOMIZE_DTYPES = 12,
  ACL_OP_PRECISION_MODE = 13,
  ACL_ALLOW_HF32 = 14,
  ACL_PRECISION_MODE_V2 = 15,
  ACL_OP_DEBUG_OPTION = 16
} aclCompileOpt;
typedef enum aclOpCompileFlag { ACL_OP_COMPILE_DEFAULT = 0, ACL_OP_COMPILE_FUZZ = 1 } aclOpCompileFlag;

typedef struct aclGraphDumpOption aclGraphDumpOption;

// Compiles an operator for these descriptions and attributes. `engineType`: ACL_ENGINE_SYS takes the cheapest engine
// that supports the operator; other values take the AI Core. `compileFlag`: ACL_COMPILE_SYS. `opPath` isn't read,
// because operators come from packages.
OPDK_API aclError aclopCompile(const char* opType, int numInputs, const aclTensorDesc* const inputDesc[],
                               int numOutputs, const aclTensorDesc* const outputDesc[], const aclopAttr* attr,
                               aclopEngineType engineType, aclopCompileType compileFlag, const char* opPath);
OPDK_API aclError aclopCompileAndExecute(const char* opType, int numInputs, const aclTensorDesc* const inputDesc[],
                                         const aclDataBuffer* const inputs[], int numOutputs,
                                         const aclTensorDesc* const outputDesc[], aclDataBuffer* const outputs[],
                                         const aclopAttr* attr, aclopEngineType engineType,
                                         aclopCompileType compileFlag, const char* opPath, aclrtStream stream);
OPDK_API aclError aclopCompileAndExecuteV2(const char* opType, int numInputs, aclTensorDesc* inputDesc[],
                                           aclDataBuffer* inputs[], int numOutputs, aclTensorDesc* outputDesc[],
                                           aclDataBuffer* outputs[], aclopAttr* attr, aclopEngineType engineType,
                                           aclopCompileType compileFlag, const char* opPath, aclrtStream stream);

// Sets an option of later compilations, by the keys of the session API (sdk/docs/options.md). ACL_ERROR_INVALID_PARAM:
// the value is invalid, or needs something that doesn't exist here.
OPDK_API aclError aclSetCompileopt(aclCompileOpt opt, const char* value);
OPDK_API size_t aclGetCompileoptSize(aclCompileOpt opt);
OPDK_API aclError aclGetCompileopt(aclCompileOpt opt, char* value, size_t length);
OPDK_API aclError aclopSetCompileFlag(aclOpCompileFlag flag);

// Writes the graph of the operator, as GE's text, into the file.
OPDK_API aclError aclGenGraphAndDumpForOp(const char* opType, int numInputs, const aclTensorDesc* const inputDesc[],
                                          const aclDataBuffer* const inputs[], int numOutputs,
                                          const aclTensorDesc* const outputDesc[], aclDataBuffer* const outputs[],
                                          const aclopAttr* attr, aclopEngineType engineType, const char* graphDumpPath,
                                          const aclGraphDumpOption* graphDumpOpt);
OPDK_API aclGraphDumpOption* aclCreateGraphDumpOpt(void);
OPDK_API aclError aclDestroyGraphDumpOpt(const aclGraphDumpOption* graphDumpOpt);

#ifdef __cplusplus
}  // extern "C"
#endif
