// Sums of scaled tensors with NumPy broadcast. Floating-point results are rounded once. Integers wrap around.
// CANN declares these in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// x1 + alpha * x2. Integers are computed in double, truncated toward zero and saturated.
REG_OP(Axpy)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT32}))
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(alpha, Float)
    .OP_END_FACTORY_REG(Axpy);

// start + weight * (end - start)
REG_OP(Lerp)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(start, T)
    .INPUT(end, T)
    .INPUT(weight, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Lerp);

// input_data + value * (x1 * x2)
REG_OP(Addcmul)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(input_data, T)
    .INPUT(x1, T)
    .INPUT(x2, T)
    .INPUT(value, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Addcmul);

// input_data + value * (x1 / x2). Integers: the quotient is truncated toward zero; a quotient by zero is 0.
REG_OP(Addcdiv)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(input_data, T)
    .INPUT(x1, T)
    .INPUT(x2, T)
    .INPUT(value, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Addcdiv);

// x1 * x2 + x3
REG_OP(FusedMulAdd)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x1, T)
    .INPUT(x2, T)
    .INPUT(x3, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(FusedMulAdd);

}  // namespace ge
