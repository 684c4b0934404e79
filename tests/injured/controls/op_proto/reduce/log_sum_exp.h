// log(sum(exp(x))) along an axis, without overflow; -inf over nothing and where every element is -inf.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(LogSumExp)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(axis, Int, -1)
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(LogSumExp)

}  // namespace ge
