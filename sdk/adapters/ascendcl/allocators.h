// Allocators of the caller's, by stream.
#pragma once

#include "sdk/adapters/ascendcl/runtime.h"

namespace opdk::acl {

void ForgetAllocator(const Stream& stream);

}  // namespace opdk::acl
