// CANN declares it in nn_norm_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// x / (bias + alpha * s)^beta, where s is the sum of the squares of the channel itself, the depth_radius channels
// before it and the depth_radius channels behind it. x: [N, C, …]. norm_region: ACROSS_CHANNELS.
REG_OP(LRN)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(depth_radius, Int, 5)
    .ATTR(bias, Float, 1.0)
    .ATTR(alpha, Float, 1.0)
    .ATTR(beta, Float, 0.5)
    .ATTR(norm_region, String, "ACROSS_CHANNELS")
    .OP_END_FACTORY_REG(LRN);

}  // namespace ge
