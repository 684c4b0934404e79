// CANN declares it in math_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Cross products of vectors of 3 elements along `dim` (-65530: the first axis of that many) of x1 and x2, which are
// broadcast.
REG_OP(Cross)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, T)
    .ATTR(dim, Int, -65530)
    .OP_END_FACTORY_REG(Cross);

}  // namespace ge
