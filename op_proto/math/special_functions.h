// Special functions of one tensor, elementwise, for the AI CPU.
// CANN declares these in elewise_calculation_ops.h and math_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// 1 - erf(x), accurate where erf is nearly 1.
REG_OP(Erfc)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Erfc);

// The inverse of erf: infinite at -1 and 1, NaN beyond.
REG_OP(Erfinv)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(input_x, T)
    .OUTPUT(output_y, T)
    .OP_END_FACTORY_REG(Erfinv);

// The quantile of the standard normal distribution: infinite at 0 and 1, NaN beyond.
REG_OP(Ndtri)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Ndtri);

// log |gamma(x)|: infinite at 0, negative integers and infinities.
REG_OP(Lgamma)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Lgamma);

// The derivative of Lgamma: infinite, of the other sign, at the zeros; NaN at negative integers.
REG_OP(Digamma)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Digamma);

}  // namespace ge
