// The mean of x^2 over axes; without axes over all of them. NaN over nothing.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(MeanSquare)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .ATTR(axes, ListInt, {})
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(MeanSquare)

}  // namespace ge
