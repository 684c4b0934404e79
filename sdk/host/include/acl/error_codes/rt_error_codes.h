// Codes of the runtime that AscendCL's functions return here. Source: CANN's rt_error_codes.h.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

static const int ACL_ERROR_RT_QUEUE_EMPTY = 207013;
static const int ACL_ERROR_RT_QUEUE_FULL = 207014;

#ifdef __cplusplus
}  // extern "C"
#endif
