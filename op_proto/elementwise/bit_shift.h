// CANN declares it in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// y = x1 shifted by x2 bits in `direction`, "LEFT" or "RIGHT" (of signed types arithmetically), with NumPy broadcast.
// Shifting by the width of the type or more, or by a negative number, moves all bits out: 0, and -1 for a negative x1
// that goes right.
REG_OP(BitShift)
    .INPUT(x1, TensorType::IntegerDataType())
    .INPUT(x2, TensorType::IntegerDataType())
    .OUTPUT(y, TensorType::IntegerDataType())
    .REQUIRED_ATTR(direction, String)
    .OP_END_FACTORY_REG(BitShift);

}  // namespace ge
