// The part of a model that a framework runs, because no package has its operators.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// `model`: a constant, the framework's own form of the part (a ModelProto, [bytes]), whose inputs are `x` and whose
// outputs are `y`, in order. `digest`: text that no other model has.
REG_OP(FrameworkOp)
    .INPUT(model, TensorType({DT_UINT8}))
    .DYNAMIC_INPUT(x, TensorType::ALL())
    .DYNAMIC_OUTPUT(y, TensorType::ALL())
    .REQUIRED_ATTR(digest, String)
    .OP_END_FACTORY_REG(FrameworkOp);

}  // namespace ge
