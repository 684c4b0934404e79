// y = min(x, ceiling) for x >= 0, min(slope * x, ceiling) below. NaN stays NaN.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(LeakyClip)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .ATTR(slope, Float, 0.1f)
    .ATTR(ceiling, Float, 6.0f)
    .OP_END_FACTORY_REG(LeakyClip)

}  // namespace ge
