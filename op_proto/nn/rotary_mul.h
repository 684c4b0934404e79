// CANN declares it in nn_other.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// x * r1 + rotated x * r2: rotated, the halves of the last axis change places, the second with the other sign. r1 and
// r2 are broadcast to x.
REG_OP(RotaryMul)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(r1, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(r2, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(RotaryMul);

}  // namespace ge
