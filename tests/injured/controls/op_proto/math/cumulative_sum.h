// y[i] = x[0] + ... + x[i] along the axis. exclusive: without x[i]; reverse: from the end. Integers wrap around.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(CumulativeSum)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT64}))
    .ATTR(axis, Int, 0)
    .ATTR(exclusive, Bool, false)
    .ATTR(reverse, Bool, false)
    .OP_END_FACTORY_REG(CumulativeSum)

}  // namespace ge
