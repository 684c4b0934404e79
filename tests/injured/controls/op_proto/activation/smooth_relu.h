// y = log(1 + exp(beta * x)) / beta.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(SmoothRelu)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(beta, Float, 1.0f)
    .OP_END_FACTORY_REG(SmoothRelu)

}  // namespace ge
