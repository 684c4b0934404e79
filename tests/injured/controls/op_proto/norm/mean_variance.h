// Mean of x along the axis and mean of (x - mean)^2.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(MeanVariance)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(mean, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(variance, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(axis, Int, -1)
    .OP_END_FACTORY_REG(MeanVariance)

}  // namespace ge
