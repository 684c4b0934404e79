// Summary operators: what a graph's runs show to the session's "Summary" callback beside its outputs.
#pragma once

#include <string>
#include <vector>

#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk {

// Makes what they show outputs of the graph, behind its own, and removes them: their names, in the order of those
// outputs.
// E2005: one in a region, whose values are gone when the run ends.
Result<std::vector<std::string>> TakeSummaries(Graph& graph);

}  // namespace opdk
