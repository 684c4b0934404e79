// CANN declares it in nn_other.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// x * r1 + rotated x * r2. Rotation swaps the halves of the last axis and negates the second half. r1 and r2 broadcast
// to x.
REG_OP(RotaryMul)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(r1, T)
    .INPUT(r2, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(RotaryMul);

}  // namespace ge
