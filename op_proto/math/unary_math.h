// More functions of one tensor, elementwise. Outside its domain a function gives NaN.
// CANN declares these in elewise_calculation_ops.h and math_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// 1 / sqrt(x)
REG_OP(Rsqrt)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Rsqrt);

// x * x; integers wrap around.
REG_OP(Square)
    .INPUT(x, TensorType::RealNumberType())
    .OUTPUT(y, TensorType::RealNumberType())
    .OP_END_FACTORY_REG(Square);

// exp(x) - 1
REG_OP(Expm1)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Expm1);

// log(1 + x)
REG_OP(Log1p)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Log1p);

// To the nearest integer, halves to the even one.
REG_OP(Rint)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Rint);

// 1 / x
REG_OP(Inv)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Inv);

// Rounded toward zero; integers stay.
REG_OP(Trunc)
    .INPUT(input_x, TensorType::RealNumberType())
    .OUTPUT(output_y, TensorType::RealNumberType())
    .OP_END_FACTORY_REG(Trunc);

// x with NaN, infinity and minus infinity replaced by these numbers.
REG_OP(NanToNum)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .REQUIRED_ATTR(nan, Float)
    .REQUIRED_ATTR(posinf, Float)
    .REQUIRED_ATTR(neginf, Float)
    .OP_END_FACTORY_REG(NanToNum);

// Neither an infinity nor NaN.
REG_OP(IsFinite)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(IsFinite);

REG_OP(IsPosInf)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(IsPosInf);

REG_OP(IsNegInf)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(IsNegInf);

}  // namespace ge
