// CANN declares it in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// y = x1 to the power of x2 with NumPy broadcast. The dtypes may differ; y has x1's dtype. Integers to an integer power
// wrap around; 0 to a negative integer power is 0. Complex numbers need a complex power: x to 0 is 1, and 0 to a number
// without a positive real part is NaN.
REG_OP(Pow)
    .DATATYPE(T,
              TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x1, T)
    .INPUT(x2, TensorType::NumberType())
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Pow);

}  // namespace ge
