// Sums of one or more tensors x0, x1 … of one shape. N is the number of inputs; it isn't read, because the inputs can
// be counted.
// CANN declares these in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(AddN)
    .DATATYPE(T, TensorType::NumberType())
    .DYNAMIC_INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(N, Int)
    .OP_END_FACTORY_REG(AddN);

// AddN under another name.
REG_OP(AccumulateNV2)
    .DATATYPE(T, TensorType::NumberType())
    .DYNAMIC_INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(N, Int)
    .OP_END_FACTORY_REG(AccumulateNV2);

}  // namespace ge
