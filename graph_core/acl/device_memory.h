// The device's memory: the machine's, but known, so that its misuse is found.
#pragma once

#include <cstddef>

#include "graph_core/acl/call.h"

namespace opdk::acl {

// What an address is taken for.
enum class Place { kHost, kDevice, kAny };

// ACL_ERROR_INVALID_PARAM: NULL; `bytes` from there aren't in one allocation of the device's, or they are, and ought
// not to be; or the allocation was freed.
Outcome CheckPlace(const char* what, const void* address, size_t bytes, Place place);

// Memory that is mapped at addresses of the caller's choice is the device's too; once it is unmapped, nothing may touch
// it until the addresses are forgotten.
void NoteMapped(const void* address, size_t bytes);
void NoteUnmapped(const void* address);
void ForgetMappings(const void* address, size_t bytes);

struct MemoryLeft {
  size_t allocations = 0, bytes = 0;
};
MemoryLeft DeviceMemoryLeft();

}  // namespace opdk::acl
