// What mixed compute moves as one: a node, a loop with all its nodes, nodes that share what can't leave the device.
#pragma once

#include <cstddef>
#include <vector>

#include "opdk/mixed_compute.h"
#include "opdk/status.h"

namespace opdk {

// The nodes that come before `node`: by data, by control, and by what its constants wait for, since it has copies of
// those.
std::vector<size_t> MixedProducers(const MixedGraph& graph, size_t node);

// Units of nodes, producers before consumers; copied nodes are in none. Units that lie in each other's way are one.
// E2004: a cycle outside of loops.
Result<std::vector<std::vector<size_t>>> FindMixedUnits(const MixedGraph& graph);

}  // namespace opdk
