// CANN declares it in pad_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// A tensor of shape `dims` whose elements are `value` (one element).
REG_OP(Fill)
    .INPUT(dims, TensorType::IndexNumberType())
    .INPUT(value, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(Fill);

REG_OP(FillD)
    .INPUT(value, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .REQUIRED_ATTR(dims, ListInt)
    .OP_END_FACTORY_REG(FillD);

}  // namespace ge
