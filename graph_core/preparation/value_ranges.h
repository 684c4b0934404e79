// Ranges of the elements of small integer tensors, computed from shapes with unknown extents.
#pragma once

#include "graph_core/ir/pass.h"
#include "graph_core/preparation/constant_evaluation.h"

namespace opdk {

// Sets the value ranges of an inferred node's outputs, if its operator registered their inference. Removes ranges that
// inference copied from an input. E2003: an impossible range.
Status InferValueRanges(Node& node, const PassContext& context, ConstantEvaluator& constants);

}  // namespace opdk
