// Functions of the host that a stream calls.
#pragma once

#include "graph_core/acl/runtime.h"

namespace opdk::acl {

// No thread is subscribed to the stream any more, and it waits for none.
void EndReports(const Stream& stream);

}  // namespace opdk::acl
