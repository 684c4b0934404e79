// Each row along the axis mapped to [low, high]: its smallest element to low, its largest to high. A row of equal
// elements becomes low, a row with a NaN becomes NaN.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(MinMaxScale)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(axis, Int, -1)
    .ATTR(low, Float, 0.0f)
    .ATTR(high, Float, 1.0f)
    .OP_END_FACTORY_REG(MinMaxScale)

}  // namespace ge
