// Mish (Misra, 2019): a smooth activation, y = x * tanh(ln(1 + e^x)).
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// x: a tensor of any shape. y: shape and dtype of x.
REG_OP(Mish)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Mish)
}  // namespace ge
