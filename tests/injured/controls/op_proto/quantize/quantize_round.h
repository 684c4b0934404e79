// y = x / scale, rounded to the nearest whole number (halves to the even one), plus zero_point; cut off at -128 and
// 127. NaN gives 0.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(QuantizeRound)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_INT8}))
    .ATTR(scale, Float, 1.0f)
    .ATTR(zero_point, Int, 0)
    .OP_END_FACTORY_REG(QuantizeRound)

}  // namespace ge
