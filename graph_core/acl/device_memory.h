// The device's memory: the machine's, but known, so that its misuse is found.
#pragma once

#include <cstddef>

#include "graph_core/acl/call.h"

namespace opdk::acl {

// What an address is taken for.
enum class Place { kHost, kDevice, kAny };

// ACL_ERROR_INVALID_PARAM: `bytes` from there aren't in one allocation of the device's, or they are, and ought not to be;
// or the allocation was freed.
Outcome CheckPlace(const char* what, const void* address, size_t bytes, Place place);

struct MemoryLeft {
  size_t allocations = 0, bytes = 0;
};
MemoryLeft DeviceMemoryLeft();

}  // namespace opdk::acl
