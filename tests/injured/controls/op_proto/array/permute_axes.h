// Axis i of y is axis order[i] of x.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(PermuteAxes)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32}))
    .REQUIRED_ATTR(order, ListInt)
    .OP_END_FACTORY_REG(PermuteAxes)

}  // namespace ge
