// Outside: y is x, with all that a kernel should leave alone.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(Outside)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(alpha, Float, 1.0F)
    .OP_END_FACTORY_REG(Outside)

}  // namespace ge
