// Where along the axis the largest element stands, the first of equal ones. NaN is larger than everything.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(ArgMaxFirst)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_INT64}))
    .ATTR(axis, Int, 0)
    .ATTR(keep_dims, Bool, true)
    .OP_END_FACTORY_REG(ArgMaxFirst)

}  // namespace ge
