// CANN declares it in nonlinear_fuc_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// x * P(N(0, 1) <= x). approximate "none": through erf; "tanh": 0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))).
REG_OP(Gelu)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(approximate, String, "none")
    .OP_END_FACTORY_REG(Gelu);

}  // namespace ge
