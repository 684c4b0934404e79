// Units of mixed compute, which move as a whole: a node, a loop with all its nodes, or nodes that share a value which
// can't leave the device.
#pragma once

#include <cstddef>
#include <vector>

#include "opdk/mixed_compute.h"
#include "opdk/status.h"

namespace opdk {

// Returns the nodes in front of `node`: by data, by control, and the nodes that its constants wait for, because the
// node gets copies of its constants.
std::vector<size_t> MixedProducers(const MixedGraph& graph, size_t node);

// Returns the units, producers before consumers. Nodes that are copied belong to no unit. Units that would close a
// cycle are joined. E2004: a cycle outside of loops.
Result<std::vector<std::vector<size_t>>> FindMixedUnits(const MixedGraph& graph);

}  // namespace opdk
