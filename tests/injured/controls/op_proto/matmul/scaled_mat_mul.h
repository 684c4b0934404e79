// y = alpha * x1 x2 of matrices; with transpose_x2 the rows of x2 are the columns. float16 is summed in float.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(ScaledMatMul)
    .INPUT(x1, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(x2, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(alpha, Float, 1.0f)
    .ATTR(transpose_x2, Bool, false)
    .OP_END_FACTORY_REG(ScaledMatMul)

}  // namespace ge
