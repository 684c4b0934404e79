// Mixed compute: which nodes of a framework's graph go down to the device, in clusters that close no cycle, and which
// stay.
#pragma once

#include "graph_core/mixed/in_out_pairs.h"
#include "opdk/mixed_compute.h"
#include "opdk/status.h"

namespace opdk {

// Splits the graph. `resolved`: pairs of options.in_out_pair whose nodes are known already. E1001: in_out_pair can't be
// read, or is given without mix_compile_mode. E2004: a cycle outside of loops. E2008, with the names of nodes: nodes
// that have to go down can't. Without mix_compile_mode the whole graph has to, otherwise the nodes that a pair encloses
// and the nodes of a scope.
Result<MixedPartition> PartitionMixed(const MixedGraph& graph, const MixedOptions& options,
                                      const ResolvedPairs& resolved = {});

}  // namespace opdk
