// Infers the shapes and types of control flow from its regions.
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
  int* retries = nullptr;  // how often regions of the graph may be inferred again for weaker types; counts down
};

// Sets the outputs of a control node whose inputs are known. Branches are joined: a dimension in which they differ is
// unknown (-1), and so is a rank (-2). Values that go round in a loop are widened in the same way, until another
// inference of the body changes nothing. E2003: two branches, or two inferences of a body, give values of different
// types.
//
// A region that may not run may be impossible for its input values. It is inferred again for weaker types. Its
// impossible nodes fail in a run that takes the region.
//
// `constant` gives the values of the node's inputs if they are known: the number of iterations of a Loop is the extent
// of its scan outputs. `chosen_only`: a branch that a known condition doesn't take is ignored, because it will be
// removed.
Status InferRegions(Node& node, const RegionInference& inference, const ConstInputFn& constant, bool chosen_only);

}  // namespace opdk
