// CANN declares it in nn_norm_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// y = x * rstd * gamma, rstd = 1 / sqrt(mean(x^2) + epsilon) over the last axes of x, which are those of gamma.
//   x, y: [d0 … dn]; gamma: [dk … dn]; rstd: [d0 … dk-1, 1 … 1]
REG_OP(RmsNorm)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(gamma, T)
    .OUTPUT(y, T)
    .OUTPUT(rstd, TensorType({DT_FLOAT}))
    .ATTR(epsilon, Float, 1e-6f)
    .OP_END_FACTORY_REG(RmsNorm);

}  // namespace ge
