// Whose memory a value is before references are resolved.
#pragma once

#include "graph_core/ir/graph.h"

namespace opdk {

// The variable or Data whose memory it is, through assignments and through loops that give it on; no node: a value's.
Endpoint MemorySource(Endpoint from);

}  // namespace opdk
