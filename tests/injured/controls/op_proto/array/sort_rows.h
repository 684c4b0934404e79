// The last axis sorted, and where each element stood. Equal elements keep their order; NaN comes last.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(SortRows)
    .INPUT(x, TensorType({DT_FLOAT, DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_INT32, DT_INT64}))
    .OUTPUT(index, TensorType({DT_INT64}))
    .ATTR(descending, Bool, false)
    .OP_END_FACTORY_REG(SortRows)

}  // namespace ge
