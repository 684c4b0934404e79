// Functions of one tensor: y = f(x), elementwise, in the dtype of x. Outside its domain a function gives NaN.
// CANN declares these in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Integers: the absolute value of the smallest one is itself.
REG_OP(Abs).DATATYPE(T, TensorType::RealNumberType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Abs);

REG_OP(Neg)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                             DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Neg);

// base ^ (scale * x + shift); base -1 stands for e.
REG_OP(Exp)
    .DATATYPE(T, TensorType::UnaryDataType())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(base, Float, -1.0f)
    .ATTR(scale, Float, 1.0f)
    .ATTR(shift, Float, 0.0f)
    .OP_END_FACTORY_REG(Exp);

// The logarithm of scale * x + shift to the base; base -1 stands for e.
REG_OP(Log)
    .DATATYPE(T, TensorType::UnaryDataType())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(base, Float, -1.0f)
    .ATTR(scale, Float, 1.0f)
    .ATTR(shift, Float, 0.0f)
    .OP_END_FACTORY_REG(Log);

REG_OP(Sqrt).DATATYPE(T, TensorType::UnaryDataType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Sqrt);

REG_OP(Reciprocal).DATATYPE(T, TensorType::UnaryDataType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Reciprocal);

REG_OP(Sin).DATATYPE(T, TensorType::UnaryDataType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Sin);

REG_OP(Cos).DATATYPE(T, TensorType::UnaryDataType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Cos);

REG_OP(Tan).DATATYPE(T, TensorType::UnaryDataType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Tan);

REG_OP(Asin).DATATYPE(T, TensorType::UnaryDataType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Asin);

REG_OP(Acos).DATATYPE(T, TensorType::UnaryDataType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Acos);

REG_OP(Atan).DATATYPE(T, TensorType::UnaryDataType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Atan);

REG_OP(Sinh).DATATYPE(T, TensorType::UnaryDataType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Sinh);

REG_OP(Cosh).DATATYPE(T, TensorType::UnaryDataType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Cosh);

REG_OP(Asinh).DATATYPE(T, TensorType::UnaryDataType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Asinh);

REG_OP(Acosh).DATATYPE(T, TensorType::UnaryDataType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Acosh);

REG_OP(Atanh).DATATYPE(T, TensorType::UnaryDataType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Atanh);

REG_OP(Floor)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Floor);

REG_OP(Ceil)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Ceil);

// To the nearest number of `decimals` digits behind the point (negative: before it), halves to the even one.
REG_OP(Round)
    .DATATYPE(T, TensorType::UnaryDataType())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(decimals, Int, 0)
    .OP_END_FACTORY_REG(Round);

// Error function. Integers: truncated toward zero.
REG_OP(Erf).DATATYPE(T, TensorType::RealNumberType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Erf);

// -1, 0 or 1; NaN for NaN.
REG_OP(Sign).DATATYPE(T, TensorType::NumberType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Sign);

// 1 / sqrt(x)
REG_OP(Rsqrt).DATATYPE(T, TensorType::UnaryDataType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Rsqrt);

// x * x; integers wrap around.
REG_OP(Square).DATATYPE(T, TensorType::NumberType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Square);

// exp(x) - 1
REG_OP(Expm1).DATATYPE(T, TensorType::UnaryDataType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Expm1);

// log(1 + x)
REG_OP(Log1p).DATATYPE(T, TensorType::UnaryDataType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Log1p);

// To the nearest integer, halves to the even one.
REG_OP(Rint)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Rint);

// 1 / x
REG_OP(Inv).DATATYPE(T, TensorType::UnaryDataType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Inv);

// Rounded toward zero; integers stay.
REG_OP(Trunc).DATATYPE(T, TensorType::RealNumberType()).INPUT(input_x, T).OUTPUT(output_y, T).OP_END_FACTORY_REG(Trunc);

// x with NaN, infinity and minus infinity replaced by these numbers.
REG_OP(NanToNum)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
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
