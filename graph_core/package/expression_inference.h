// Shape inference of a prototype that has none: its kernel's tensor expression knows the dtypes and shapes of its
// outputs.
#pragma once

#include "graph_core/package/package_registry.h"

namespace opdk {

// Writes dtype and shape of each output of `op` as the expression has them. Extents that aren't known are tried out: an
// extent of an output is known (-1 otherwise) where no size that the kernel takes changes it; with an input of unknown
// rank the outputs' rank is unknown. Exact as soon as all extents are known, which they are when a model runs.
// E2003: the kernel takes no such inputs, or asks for the shape of its own output; E6002: it threw.
Status InferFromExpression(const OperatorProvider& provider, OpDesc& op, const ConstInputFn& const_input);

}  // namespace opdk
