// Shapes of the tensors that come out of a tensor array.
#pragma once

#include "graph_core/ir/graph.h"

namespace opdk {

// Narrows what inference said of the node's outputs by the attribute element_shape of the array, where that can be
// told.
void InferElements(Node& node);

}  // namespace opdk
