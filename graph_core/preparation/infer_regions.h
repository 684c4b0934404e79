// Shapes and types of control flow from those of its regions.
#pragma once

#include <functional>

#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk {

// How the regions of a node are inferred.
struct RegionInference {
  // Infers a graph whose inputs have their types. `leniently`: a node whose inference refuses its inputs is inferred
  // without them.
  std::function<Status(Graph& graph, bool leniently)> infer;
  int* retries = nullptr;  // how often the graph's regions may be inferred for weaker types; counts down
};

// Sets the outputs of a control node whose inputs are known. Branches are joined: a dimension in which they differ is
// unknown (-1), and so is a rank (-2). What goes round in a loop is widened in the same way until another run of the
// body changes nothing. E2003: two branches, or two runs of a body, give values of different types.
// A region that may not run may be impossible for the values that it is given. It is inferred again for weaker types,
// and what is impossible in it is refused in the run that takes it.
// `constant`: the values of the node's inputs, where they are known: how long a Loop runs is the extent of what it
// scans. `chosen_only`: a branch that a known condition doesn't take is left alone, since it will go.
Status InferRegions(Node& node, const RegionInference& inference, const ConstInputFn& constant, bool chosen_only);

}  // namespace opdk
