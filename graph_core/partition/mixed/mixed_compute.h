// Mixed compute: which nodes of a framework's graph go down to the device, in clusters that close no cycle, and which stay.
#pragma once

#include "opdk/mixed_compute.h"
#include "opdk/status.h"

namespace opdk {

// E1001: in_out_pair can't be read, or is given without mix_compile_mode; E2004: a cycle outside of loops; E2008: what has
// to go down can't: the whole graph without mix_compile_mode, a pair's nodes, those of a scope. The message names nodes.
Result<MixedPartition> PartitionMixed(const MixedGraph& graph, const MixedOptions& options);

}  // namespace opdk
