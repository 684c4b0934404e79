// CANN declares it in pad_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// A tensor of shape `dims` whose elements are `value` (one element).
REG_OP(Fill)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(dims, TensorType::IndexNumberType())
    .INPUT(value, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Fill);

REG_OP(FillD)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(value, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(dims, ListInt)
    .OP_END_FACTORY_REG(FillD);

}  // namespace ge
