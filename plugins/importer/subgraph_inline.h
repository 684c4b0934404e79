// One-to-many mappings: the graph that ParseOpToGraphFn makes takes the operator's place.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "opdk/status.h"
#include "plugins/importer/mapping_table.h"
#include "plugins/importer/source_node.h"
#include "plugins/importer/values.h"

namespace opdk::importer {

// Calls the mapping's ParseOpToGraphFn with `op`, whose inputs are linked, links what fed input i of `op` to the users
// of the graph's Data operator with index i, and returns the graph's outputs. Its operators are renamed
// "<node>/<name>", made unique by `unique_name`. E2001: the graph is empty or asks for an input `op` does not have.
Result<std::vector<Output>> InlineMappedGraph(const SourceNode& node, const Mapping& mapping, const ge::Operator& op,
                                              const std::function<std::string(const std::string&)>& unique_name);

}  // namespace opdk::importer
