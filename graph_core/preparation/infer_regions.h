// Shapes and types of control flow from those of its regions.
#pragma once

#include <functional>

#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk {

// Sets the outputs of a control node whose inputs are known. Branches are joined: a dimension in which they differ is
// unknown (-1), and so is a rank (-2). What goes round in a loop is widened in the same way until another run of the body
// changes nothing. E2003: two branches, or two runs of a body, give values of different types.
// `constant`: the values of the node's inputs, where they are known: how long a Loop runs is the extent of what it scans.
// `chosen_only`: a branch that a known condition doesn't take is left alone, since it will go.
Status InferRegions(Node& node, const std::function<Status(Graph&)>& infer, const ConstInputFn& constant,
                    bool chosen_only);

}  // namespace opdk
