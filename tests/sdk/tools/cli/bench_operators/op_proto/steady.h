// Operators whose kernels take a steady time: more of it in the slow build of the package.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// y: x after some hundred steps of an iteration per element; the slow build makes three times as many.
REG_OP(Steady)
    .INPUT(x, TensorType({DT_FLOAT, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_INT32}))
    .OP_END_FACTORY_REG(Steady)

    // The same in both builds.
    REG_OP(Untouched)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(Untouched)
}  // namespace ge
