// What models dump, into a function of the program's instead of files. Source: CANN's acl_dump.h.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "acl/acl_base.h"
#include "opdk/visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ACL_DUMP_MAX_FILE_PATH_LENGTH 4096

// A part of what would become a file.
typedef struct acldumpChunk {
  char fileName[ACL_DUMP_MAX_FILE_PATH_LENGTH];
  uint32_t bufLen;
  uint32_t isLastChunk;
  int64_t offset;                    // in the file; -1: at its end
  int32_t flag;                      // 0
  __extension__ uint8_t dataBuf[0];  // bufLen bytes
} acldumpChunk;

// Models that are loaded from now on give their dumps to the function: what aclmdlSetDump says of them, else all
// outputs of all runs. It is called by threads that run models, with `len` the length of the chunk as a whole; other
// values than 0 end the run. `flag`: 0. Until the second function: after that nothing more is dumped by them.
OPDK_API aclError acldumpRegCallback(int32_t (*messageCallback)(const acldumpChunk*, int32_t len), int32_t flag);
OPDK_API void acldumpUnregCallback(void);

#ifdef __cplusplus
}  // extern "C"
#endif
