// Summary operators: values that a graph's runs show to the session's "Summary" callback, beside its outputs.
#pragma once

#include <string>
#include <vector>

#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk {

// Makes the values of Summary operators outputs of the graph, behind its own outputs, and removes the operators.
// Returns their names in the order of these outputs. E2005: one is in a region, whose values are gone when the run
// ends.
Result<std::vector<std::string>> TakeSummaries(Graph& graph);

}  // namespace opdk
