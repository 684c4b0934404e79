// Functions of the host that a stream calls.
#pragma once

#include "sdk/adapters/ascendcl/runtime.h"

namespace opdk::acl {

// Ends the stream's subscription, if any. The stream no longer waits for a thread.
void EndReports(const Stream& stream);

}  // namespace opdk::acl
