// What the shapes of a graph's outputs are in terms of the sizes that its inputs leave open, for people to read.
#pragma once

#include <string>
#include <vector>

#include "graph_core/ir/graph.h"
#include "graph_core/ir/pass.h"

namespace opdk {

// "[N,3,224,224]" for each input and output, in order. A size is called by its name, or by its place ("x:0") where it
// has none.
struct ShapeExpressions {
  std::vector<std::string> inputs;   // empty: the inputs leave nothing open, too much, or their rank
  std::vector<std::string> outputs;  // empty, too: inference refuses the sizes that are tried
};

// Of a graph that isn't prepared yet. An operator's own inference is all that knows a shape, and it knows numbers only:
// the expressions are those that fit what it says for a few dozen sizes. So they are what holds there, and nothing is
// decided by them; "?" where no simple one fits, or values decide.
ShapeExpressions ExpressShapes(const Graph& graph, const PassContext& context);

}  // namespace opdk
