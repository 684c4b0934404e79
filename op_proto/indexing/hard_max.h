// CANN declares it in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// 1 at the first of the largest elements along `axis`, 0 elsewhere; NaN is the largest.
REG_OP(HardMax)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(axis, Int, -1)
    .OP_END_FACTORY_REG(HardMax);

}  // namespace ge
