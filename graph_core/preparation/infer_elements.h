// Shapes of the tensors that come out of a tensor array.
#pragma once

#include "graph_core/ir/graph.h"

namespace opdk {

// Refines the inferred outputs of a node by the attribute element_shape of its tensor array, if that array is known.
void InferElements(Node& node);

}  // namespace opdk
