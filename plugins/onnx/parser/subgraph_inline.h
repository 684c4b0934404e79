// One-to-many mappings: the graph that ParseOpToGraphFn makes takes the operator's place.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "opdk/status.h"
#include "plugins/onnx/parser/expander.h"

namespace opdk::onnx_plugin {

struct GraphOutput {
  ge::Operator op;
  int index = 0;
};

// Calls the mapping's ParseOpToGraphFn with `op`, whose inputs are linked, links what fed input i of `op` to the users
// of the graph's Data operator with index i, and returns the graph's outputs. Its operators are renamed
// "<node>/<name>", made unique by `unique_name`. E2001: the graph is empty or asks for an input `op` does not have.
Result<std::vector<GraphOutput>> InlineMappedGraph(const MappedNode& node, const ge::Operator& op,
                                                   const std::function<std::string(const std::string&)>& unique_name);

}  // namespace opdk::onnx_plugin
