// AscendCL: models and operators run on this machine's CPU as on a device. libascendcl. Source: CANN's acl.h.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "acl/acl_base.h"
#include "acl/acl_mdl.h"
#include "acl/acl_op.h"
#include "acl/acl_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ACL_MAJOR_VERSION 1
#define ACL_MINOR_VERSION 10
#define ACL_PATCH_VERSION 0

// Once in a process, before anything else; loads the operator packages. `configPath`: a JSON file, or NULL. Codes:
// ACL_ERROR_REPEAT_INITIALIZE, ACL_ERROR_INVALID_FILE, ACL_ERROR_PARSE_FILE.
OPDK_API aclError aclInit(const char* configPath);

// Ends it. What was not freed, destroyed or unloaded is logged.
OPDK_API aclError aclFinalize(void);

// The version of these functions.
OPDK_API aclError aclrtGetVersion(int32_t* majorVersion, int32_t* minorVersion, int32_t* patchVersion);

// Why the last call of this thread failed, once; NULL: none has since.
OPDK_API const char* aclGetRecentErrMsg(void);

#ifdef __cplusplus
}  // extern "C"
#endif
