// The mean of the elements at most `radius` places away along the last axis; beyond the ends there are none.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(WindowMean)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(radius, Int, 1)
    .OP_END_FACTORY_REG(WindowMean)

}  // namespace ge
