// Shapes of a graph's outputs as expressions of its inputs' unknown sizes, for people to read.
#pragma once

#include <string>
#include <vector>

#include "graph_core/ir/graph.h"
#include "graph_core/ir/pass.h"

namespace opdk {

// "[N,3,224,224]" for each input and output, in order. A size is called by its name, or by its place ("x:0") where it
// has none.
struct ShapeExpressions {
  std::vector<std::string> inputs;   // empty: the inputs have no unknown sizes, too many of them, or an unknown rank
  std::vector<std::string> outputs;  // also empty if inference refuses the sizes that are tried
};

// Returns the expressions of a graph that isn't prepared yet. Shape inference of operators computes with numbers only,
// so the expressions are fitted to its results for a few dozen sizes. They hold for these sizes, and nothing is decided
// by them. "?": no simple expression fits, or values decide the size.
ShapeExpressions ExpressShapes(const Graph& graph, const PassContext& context);

}  // namespace opdk
