// y = alpha * x + beta, element by element.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(LinearMap)
    .INPUT(x, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT, DT_DOUBLE}))
    .ATTR(alpha, Float, 1.0f)
    .ATTR(beta, Float, 0.0f)
    .OP_END_FACTORY_REG(LinearMap)

}  // namespace ge
