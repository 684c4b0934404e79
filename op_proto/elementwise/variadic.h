// Elementwise over one or more tensors x0, x1 … with NumPy broadcast.
// CANN declares these in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(Sum)
    .DYNAMIC_INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Sum);

REG_OP(Mean)
    .DYNAMIC_INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Mean);

}  // namespace ge
