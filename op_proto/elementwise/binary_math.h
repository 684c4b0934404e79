// Functions of two tensors with NumPy broadcast. Integers wrap around (two's complement).
// CANN declares these in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(AddV2).DATATYPE(T, TensorType::NumberType()).INPUT(x1, T).INPUT(x2, T).OUTPUT(y, T).OP_END_FACTORY_REG(AddV2);

// The larger number; NaN when either is NaN.
REG_OP(Maximum)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Maximum);

// The smaller number; NaN when either is NaN.
REG_OP(Minimum)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Minimum);

// (x1 - x2) squared; for complex numbers the squared modulus, as in TensorFlow.
REG_OP(SquaredDifference)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(SquaredDifference);

// x1 * log(x2), and 0 wherever x1 is 0, whatever x2 is.
REG_OP(Xlogy).DATATYPE(T, TensorType::UnaryDataType()).INPUT(x1, T).INPUT(x2, T).OUTPUT(y, T).OP_END_FACTORY_REG(Xlogy);

// x * log(1 + y), and 0 wherever x is 0, whatever y is.
REG_OP(Xlog1py)
    .DATATYPE(T, TensorType::UnaryDataType())
    .INPUT(x, T)
    .INPUT(y, T)
    .OUTPUT(z, T)
    .OP_END_FACTORY_REG(Xlog1py);

// The angle of the point (x2, x1), from -pi to pi.
REG_OP(Atan2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Atan2);

// true where |x1 - x2| < tolerance; false for NaN and for equal infinities, whose difference is NaN.
REG_OP(ApproximateEqual)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, TensorType({DT_BOOL}))
    .ATTR(tolerance, Float, 1e-5)
    .OP_END_FACTORY_REG(ApproximateEqual);

}  // namespace ge
