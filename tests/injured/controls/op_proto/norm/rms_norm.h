// y = x / sqrt(mean(x^2) + epsilon) along the last axis, times gamma where there is one.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(RmsNorm)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OPTIONAL_INPUT(gamma, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(epsilon, Float, 0.001f)
    .OP_END_FACTORY_REG(RmsNorm)

}  // namespace ge
