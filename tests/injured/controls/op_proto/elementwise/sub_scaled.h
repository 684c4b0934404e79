// y = x1 - scale * x2. Axes of extent 1 and missing leading axes repeat; integers wrap around.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(SubScaled)
    .INPUT(x1, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT64}))
    .INPUT(x2, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT64}))
    .ATTR(scale, Int, 1)
    .OP_END_FACTORY_REG(SubScaled)

}  // namespace ge
