// The owner of a value's memory, before references are resolved.
#pragma once

#include "graph_core/ir/graph.h"

namespace opdk {

// Returns the variable or Data whose memory the value is. Follows assignments, and loops that give the memory on. No
// node: the value has memory of its own.
Endpoint MemorySource(Endpoint from);

}  // namespace opdk
