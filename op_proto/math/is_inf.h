// CANN declares it in math_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Whether x is an infinity of a detected sign, elementwise.
REG_OP(IsInf)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_BOOL}))
    .ATTR(detect_negative, Int, 1)
    .ATTR(detect_positive, Int, 1)
    .OP_END_FACTORY_REG(IsInf);

}  // namespace ge
