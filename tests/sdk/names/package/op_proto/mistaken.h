#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Each function does what `mistake` says and would give x otherwise.
REG_OP(Mistaken)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(mask, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(mistake, String, "")
    .ATTR(axis, Int, 1)
    .ATTR(scales, ListFloat, {})
    .OP_END_FACTORY_REG(Mistaken)

}  // namespace ge
