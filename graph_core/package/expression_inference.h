// Shape inference for a prototype without an infer function: its kernel's tensor expression knows the dtypes and shapes
// of its outputs.
#pragma once

#include "graph_core/package/package_registry.h"

namespace opdk {

// Sets dtype and shape of each output of `op` from the expression. The result is exact if all extents are known, which
// they are when a model runs. For unknown extents several sizes are tried: an output's extent is known if none of these
// sizes changes it, else -1. An input of unknown rank makes the outputs' rank unknown. E2003: the kernel doesn't take
// the inputs, or asks for the shape of its own output. E6002: it threw.
Status InferFromExpression(const OperatorProvider& provider, OpDesc& op, const ConstInputFn& const_input);

}  // namespace opdk
