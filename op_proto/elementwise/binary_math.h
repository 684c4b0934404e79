// Functions of two tensors with NumPy broadcast. Integers wrap around (two's complement).
// CANN declares these in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(AddV2)
    .INPUT(x1, TensorType::NumberType())
    .INPUT(x2, TensorType::NumberType())
    .OUTPUT(y, TensorType::NumberType())
    .OP_END_FACTORY_REG(AddV2);

// The larger number; NaN when either is NaN.
REG_OP(Maximum)
    .INPUT(x1, TensorType::RealNumberType())
    .INPUT(x2, TensorType::RealNumberType())
    .OUTPUT(y, TensorType::RealNumberType())
    .OP_END_FACTORY_REG(Maximum);

// The smaller number; NaN when either is NaN.
REG_OP(Minimum)
    .INPUT(x1, TensorType::RealNumberType())
    .INPUT(x2, TensorType::RealNumberType())
    .OUTPUT(y, TensorType::RealNumberType())
    .OP_END_FACTORY_REG(Minimum);

// (x1 - x2) squared; for complex numbers the squared modulus, as in TensorFlow.
REG_OP(SquaredDifference)
    .INPUT(x1, TensorType::NumberType())
    .INPUT(x2, TensorType::NumberType())
    .OUTPUT(y, TensorType::NumberType())
    .OP_END_FACTORY_REG(SquaredDifference);

// x1 * log(x2), and 0 wherever x1 is 0, whatever x2 is.
REG_OP(Xlogy)
    .INPUT(x1, TensorType::UnaryDataType())
    .INPUT(x2, TensorType::UnaryDataType())
    .OUTPUT(y, TensorType::UnaryDataType())
    .OP_END_FACTORY_REG(Xlogy);

// x * log(1 + y), and 0 wherever x is 0, whatever y is.
REG_OP(Xlog1py)
    .INPUT(x, TensorType::UnaryDataType())
    .INPUT(y, TensorType::UnaryDataType())
    .OUTPUT(z, TensorType::UnaryDataType())
    .OP_END_FACTORY_REG(Xlog1py);

// The angle of the point (x2, x1), from -pi to pi.
REG_OP(Atan2)
    .INPUT(x1, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x2, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Atan2);

// true where |x1 - x2| < tolerance; false for NaN and for equal infinities, whose difference is NaN.
REG_OP(ApproximateEqual)
    .INPUT(x1, TensorType::NumberType())
    .INPUT(x2, TensorType::NumberType())
    .OUTPUT(y, TensorType({DT_BOOL}))
    .ATTR(tolerance, Float, 1e-5)
    .OP_END_FACTORY_REG(ApproximateEqual);

}  // namespace ge
