// x with the axes from `first` to `last` made one. The elements stay as they are.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(MergeAxes)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT8, DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT8, DT_INT64}))
    .ATTR(first, Int, 0)
    .ATTR(last, Int, -1)
    .OP_END_FACTORY_REG(MergeAxes)

}  // namespace ge
