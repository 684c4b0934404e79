// y = floor(x1 / x2) of integers that have one shape; 0 where x2 is 0. The lowest integer over -1 wraps around.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(FloorDivide)
    .INPUT(x1, TensorType({DT_INT8, DT_INT32, DT_INT64}))
    .INPUT(x2, TensorType({DT_INT8, DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_INT8, DT_INT32, DT_INT64}))
    .OP_END_FACTORY_REG(FloorDivide)

}  // namespace ge
