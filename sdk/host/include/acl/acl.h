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

// Loads the operator packages. Call it once in a process, before any other function. `configPath`: a JSON file, or
// NULL. ACL_ERROR_REPEAT_INITIALIZE, ACL_ERROR_INVALID_FILE, ACL_ERROR_PARSE_FILE.
OPDK_API aclError aclInit(const char* configPath);

// Ends the use of AscendCL. Logs objects that were not freed, destroyed or unloaded.
OPDK_API aclError aclFinalize(void);

// Reads the version of these functions.
OPDK_API aclError aclrtGetVersion(int32_t* majorVersion, int32_t* minorVersion, int32_t* patchVersion);

// Returns the reason of this thread's last failed call and clears it; NULL when no call has failed since. The text is
// valid until the thread calls this function again.
OPDK_API const char* aclGetRecentErrMsg(void);

#ifdef __cplusplus
}  // extern "C"
#endif
