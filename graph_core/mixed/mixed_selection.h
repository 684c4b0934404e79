// Which nodes of a graph may go down to the device.
#pragma once

#include <string>
#include <vector>

#include "graph_core/mixed/in_out_pairs.h"
#include "opdk/mixed_compute.h"
#include "opdk/status.h"

namespace opdk {

struct MixedSelection {
  std::vector<bool> goes_down;     // by node; copied nodes don't count
  std::vector<std::string> why;    // by node: the reason why it stays; "" for borders
  std::vector<std::string> notes;  // skipped pairs, and what became of the others
};

// Selects nodes. `units`: the result of FindMixedUnits. E1001, E2008: see PartitionMixed.
Result<MixedSelection> SelectMixed(const MixedGraph& graph, const std::vector<std::vector<size_t>>& units,
                                   const MixedOptions& options, const ResolvedPairs& resolved);

// Makes E2008 for nodes that have to go down and can't. `what` says why they have to. The message names the first five
// nodes with their reasons.
Status RefuseNodes(const MixedGraph& graph, const std::vector<size_t>& nodes, const std::vector<std::string>& why,
                   const std::string& what);

}  // namespace opdk
