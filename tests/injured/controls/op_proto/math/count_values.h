// How often each of 0, 1, ... bins - 1 is in x. Other values aren't counted.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(CountValues)
    .INPUT(x, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_INT64}))
    .ATTR(bins, Int, 4)
    .OP_END_FACTORY_REG(CountValues)

}  // namespace ge
