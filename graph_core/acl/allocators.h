// Allocators of the caller's, by stream.
#pragma once

#include "graph_core/acl/runtime.h"

namespace opdk::acl {

void ForgetAllocator(const Stream& stream);

}  // namespace opdk::acl
