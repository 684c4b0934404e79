// Norms and square sums along axes.
// CANN declares these in math_ops.h, reduce_ops.h, elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// (sum of |x|^p)^(1/p), at least epsilon. p 0: how many are not 0; the largest int32 (V2: inf): the largest |x|; the
// lowest (V2: -inf): the smallest.
// All axes when none is named.
REG_OP(LpNorm)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(p, Int, 2)
    .ATTR(axes, ListInt, {})
    .ATTR(keepdim, Bool, false)
    .ATTR(epsilon, Float, 1e-12)
    .OP_END_FACTORY_REG(LpNorm);

REG_OP(LpNormV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(p, Float, 2.0)
    .ATTR(axes, ListInt, {})
    .ATTR(keepdim, Bool, false)
    .ATTR(epsilon, Float, 1e-12)
    .OP_END_FACTORY_REG(LpNormV2);

// The part of it in front of the root.
REG_OP(LpNormReduce)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(p, Int, 2)
    .ATTR(axes, ListInt, {})
    .ATTR(keepdim, Bool, false)
    .ATTR(epsilon, Float, 1e-12)
    .OP_END_FACTORY_REG(LpNormReduce);

REG_OP(LpNormReduceV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(p, Float, 2.0)
    .ATTR(axes, ListInt, {})
    .ATTR(keepdim, Bool, false)
    .ATTR(epsilon, Float, 1e-12)
    .OP_END_FACTORY_REG(LpNormReduceV2);

// x^(1/p), at least epsilon; of p 0 and the ends x itself.
REG_OP(LpNormUpdate)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(p, Int, 2)
    .ATTR(epsilon, Float, 1e-12)
    .OP_END_FACTORY_REG(LpNormUpdate);

REG_OP(LpNormUpdateV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(p, Float, 2.0)
    .ATTR(epsilon, Float, 1e-12)
    .OP_END_FACTORY_REG(LpNormUpdateV2);

// The square root of the sum of squares, of complex numbers of their moduli; of integers truncated. No axes: each
// element by itself.
REG_OP(EuclideanNorm)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(x, T)
    .INPUT(axes, TensorType::IndexNumberType())
    .OUTPUT(y, T)
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(EuclideanNorm);

REG_OP(EuclideanNormD)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_INT32, DT_FLOAT16}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(axes, ListInt, {})
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(EuclideanNormD);

// The sum of x * x along `axis`.
REG_OP(SquareSumV1)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(axis, ListInt)
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(SquareSumV1);

// The same, and x * x.
REG_OP(SquareSumV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y1, T)
    .OUTPUT(y2, T)
    .REQUIRED_ATTR(axis, ListInt)
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(SquareSumV2);

// The sums of all squares of x1 and of x2.
REG_OP(SquareSumAll)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y1, T)
    .OUTPUT(y2, T)
    .OP_END_FACTORY_REG(SquareSumAll);

}  // namespace ge
