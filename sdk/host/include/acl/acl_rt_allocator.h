// The caller's own allocator for the computations of a stream. Source: CANN's acl_rt_allocator.h.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "acl/acl_base.h"
#include "opdk/visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void* (*aclrtAllocatorAllocFunc)(aclrtAllocator allocator, size_t size);
typedef void (*aclrtAllocatorFreeFunc)(aclrtAllocator allocator, aclrtAllocatorBlock block);
typedef void* (*aclrtAllocatorAllocAdviseFunc)(aclrtAllocator allocator, size_t size, aclrtAllocatorAddr addr);
typedef void* (*aclrtAllocatorGetAddrFromBlockFunc)(aclrtAllocatorBlock block);

// Makes a description that holds the allocator's functions; registering it gives the functions to a stream.
OPDK_API aclrtAllocatorDesc aclrtAllocatorCreateDesc(void);
OPDK_API aclError aclrtAllocatorDestroyDesc(aclrtAllocatorDesc allocatorDesc);
OPDK_API aclError aclrtAllocatorSetObjToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocator allocator);
OPDK_API aclError aclrtAllocatorSetAllocFuncToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocatorAllocFunc func);
OPDK_API aclError aclrtAllocatorSetFreeFuncToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocatorFreeFunc func);
OPDK_API aclError aclrtAllocatorSetAllocAdviseFuncToDesc(aclrtAllocatorDesc allocatorDesc,
                                                         aclrtAllocatorAllocAdviseFunc func);
OPDK_API aclError aclrtAllocatorSetGetAddrFromBlockFuncToDesc(aclrtAllocatorDesc allocatorDesc,
                                                              aclrtAllocatorGetAddrFromBlockFunc func);
OPDK_API aclError aclrtAllocatorRegister(aclrtStream stream, aclrtAllocatorDesc allocatorDesc);
OPDK_API aclError aclrtAllocatorUnregister(aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif
