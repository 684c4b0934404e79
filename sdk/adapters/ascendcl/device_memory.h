// The device's memory: the machine's, but known, so that its misuse is found.
#pragma once

#include <cstddef>

#include "sdk/adapters/ascendcl/call.h"

namespace opdk::acl {

// The memory in which an address must lie.
enum class Place { kHost, kDevice, kAny };

// Checks that `bytes` bytes from `address` on lie in `place`. ACL_ERROR_INVALID_PARAM: NULL; they aren't in one
// allocation of the device, or they are and must not be; the allocation was freed.
Outcome CheckPlace(const char* what, const void* address, size_t bytes, Place place);

// Makes memory that is mapped at addresses of the caller's choice memory of the device. After NoteUnmapped nothing may
// touch it until ForgetMappings.
void NoteMapped(const void* address, size_t bytes);
void NoteUnmapped(const void* address);
void ForgetMappings(const void* address, size_t bytes);

struct MemoryLeft {
  size_t allocations = 0, bytes = 0;
};
MemoryLeft DeviceMemoryLeft();

}  // namespace opdk::acl
