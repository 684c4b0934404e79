// The slices of x along the axis that the indices name; -1 is the last one.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(TakeRows)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32}))
    .INPUT(indices, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32}))
    .ATTR(axis, Int, 0)
    .OP_END_FACTORY_REG(TakeRows)

}  // namespace ge
