// Dumps of models into a function of the program instead of files. Source: CANN's acl_dump.h.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "acl/acl_base.h"
#include "opdk/visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ACL_DUMP_MAX_FILE_PATH_LENGTH 4096

// A part of a dump file's bytes.
typedef struct acldumpChunk {
  char fileName[ACL_DUMP_MAX_FILE_PATH_LENGTH];
  uint32_t bufLen;
  uint32_t isLastChunk;
  int64_t offset;                    // in the file; -1: at its end
  int32_t flag;                      // 0
  __extension__ uint8_t dataBuf[0];  // bufLen bytes
} acldumpChunk;

// Gives the dumps of models that are loaded after this call to `messageCallback`. aclmdlSetDump chooses the dumps;
// without it all outputs of all runs are dumped. The threads that run models call the function; `len` is the length of
// the whole chunk. A result other than 0 ends the run. `flag`: 0. acldumpUnregCallback stops the dumps of these models.
OPDK_API aclError acldumpRegCallback(int32_t (*messageCallback)(const acldumpChunk*, int32_t len), int32_t flag);
OPDK_API void acldumpUnregCallback(void);

#ifdef __cplusplus
}  // extern "C"
#endif
