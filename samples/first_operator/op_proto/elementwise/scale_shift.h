// y = alpha * x + beta, element by element.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// x: a tensor of any shape
// y: shape and dtype of x
// alpha: factor
// beta: summand
REG_OP(ScaleShift)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(alpha, Float, 1.0f)
    .ATTR(beta, Float, 0.0f)
    .OP_END_FACTORY_REG(ScaleShift)

}  // namespace ge
