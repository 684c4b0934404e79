// CANN declares it in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// y = x1 shifted by x2 bits in `direction`, "LEFT" or "RIGHT", with NumPy broadcast. Shifting by the width of the type
// or more gives 0.
REG_OP(BitShift)
    .INPUT(x1, TensorType::UnsignedDataType())
    .INPUT(x2, TensorType::UnsignedDataType())
    .OUTPUT(y, TensorType::UnsignedDataType())
    .REQUIRED_ATTR(direction, String)
    .OP_END_FACTORY_REG(BitShift);

}  // namespace ge
