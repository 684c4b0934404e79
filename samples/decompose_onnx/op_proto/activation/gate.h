// A gate: one tensor lets another one through.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// y = x * sigmoid(gate), element by element. x, gate, y: one shape, one dtype.
REG_OP(Gate)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16}))
    .INPUT(x, T)
    .INPUT(gate, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Gate)

}  // namespace ge
