// exp(x / temperature) along an axis, divided by its sum.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(RowSoftmax)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(axis, Int, -1)
    .ATTR(temperature, Float, 1.0f)
    .OP_END_FACTORY_REG(RowSoftmax)

}  // namespace ge
