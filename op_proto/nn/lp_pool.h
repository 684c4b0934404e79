// CANN declares these in nn_pooling_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The p-norm of each window, (sum of |x|^p)^(1/p); padding counts as 0. x: [N, C, D1 … Dk]; attributes as in MaxPoolND.
REG_OP(LpPool)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(kernel_shape, ListInt)
    .ATTR(p, Int, 2)
    .ATTR(auto_pad, String, "NOTSET")
    .ATTR(strides, ListInt, {})
    .ATTR(pads, ListInt, {})
    .ATTR(ceil_mode, Int, 0)
    .ATTR(dilations, ListInt, {})
    .OP_END_FACTORY_REG(LpPool);

// The p-norm of all spatial elements of each plane: x [N, C, D1 … Dk], y [N, C, 1 … 1].
REG_OP(GlobalLpPool)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(p, Float, 2.0)
    .OP_END_FACTORY_REG(GlobalLpPool);

}  // namespace ge
