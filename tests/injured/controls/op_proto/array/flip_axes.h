// x with the order of its elements reversed along each of the axes; without axes along all of them.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(FlipAxes)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT8, DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT8, DT_INT32, DT_INT64}))
    .ATTR(axes, ListInt, {})
    .OP_END_FACTORY_REG(FlipAxes)

}  // namespace ge
