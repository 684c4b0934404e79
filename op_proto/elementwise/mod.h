// CANN declares it in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Remainder with NumPy broadcast. fmod 0: the sign of x2, as Python's %; fmod 1: the sign of x1, as
// C's fmod. A division by zero gives 0 for integers, else NaN.
REG_OP(Mod)
    .INPUT(x1, TensorType::RealNumberType())
    .INPUT(x2, TensorType::RealNumberType())
    .OUTPUT(y, TensorType::RealNumberType())
    .ATTR(fmod, Int, 0)
    .OP_END_FACTORY_REG(Mod);

}  // namespace ge
