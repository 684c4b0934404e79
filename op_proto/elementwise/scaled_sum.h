// Sums of scaled tensors with NumPy broadcast. Floating-point results are rounded once. Integers wrap around.
// CANN declares these in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// x1 + alpha * x2. Integers are computed in double, truncated toward zero and saturated.
REG_OP(Axpy)
    .INPUT(x1, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT32}))
    .INPUT(x2, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT32}))
    .REQUIRED_ATTR(alpha, Float)
    .OP_END_FACTORY_REG(Axpy);

// start + weight * (end - start)
REG_OP(Lerp)
    .INPUT(start, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(end, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(weight, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Lerp);

// input_data + value * (x1 * x2)
REG_OP(Addcmul)
    .INPUT(input_data, TensorType::RealNumberType())
    .INPUT(x1, TensorType::RealNumberType())
    .INPUT(x2, TensorType::RealNumberType())
    .INPUT(value, TensorType::RealNumberType())
    .OUTPUT(y, TensorType::RealNumberType())
    .OP_END_FACTORY_REG(Addcmul);

// input_data + value * (x1 / x2). Integers: the quotient is truncated toward zero; a quotient by zero is 0.
REG_OP(Addcdiv)
    .INPUT(input_data, TensorType::RealNumberType())
    .INPUT(x1, TensorType::RealNumberType())
    .INPUT(x2, TensorType::RealNumberType())
    .INPUT(value, TensorType::RealNumberType())
    .OUTPUT(y, TensorType::RealNumberType())
    .OP_END_FACTORY_REG(Addcdiv);

// x1 * x2 + x3
REG_OP(FusedMulAdd)
    .INPUT(x1, TensorType::RealNumberType())
    .INPUT(x2, TensorType::RealNumberType())
    .INPUT(x3, TensorType::RealNumberType())
    .OUTPUT(y, TensorType::RealNumberType())
    .OP_END_FACTORY_REG(FusedMulAdd);

}  // namespace ge
