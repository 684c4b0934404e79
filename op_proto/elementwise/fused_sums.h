// Sums of products in one step. Inputs broadcast to one shape unless a comment says otherwise.
// CANN declares these in elewise_calculation_ops.h, math_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// x1 * x3 + x2; x3 is one number.
REG_OP(FusedMulAddN)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64}))
    .INPUT(x1, T)
    .INPUT(x2, T)
    .INPUT(x3, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(FusedMulAddN);

// x1 * x2 + x3 + x4.
REG_OP(FusedMulAddAdd)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64}))
    .INPUT(x1, T)
    .INPUT(x2, T)
    .INPUT(x3, T)
    .INPUT(x4, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(FusedMulAddAdd);

// y1: x1 * x3 + x2; x3 is one number. y2: half the sum of the squares of x1.
REG_OP(FusedMulAddNL2loss)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x1, T)
    .INPUT(x2, T)
    .INPUT(x3, T)
    .OUTPUT(y1, T)
    .OUTPUT(y2, T)
    .OP_END_FACTORY_REG(FusedMulAddNL2loss);

// x1 + alpha * x2; alpha is one number.
REG_OP(AxpyV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64}))
    .INPUT(x1, T)
    .INPUT(x2, T)
    .INPUT(alpha, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(AxpyV2);

// x * mask * value; the mask has the shape of x.
REG_OP(MaskedScale)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(mask, TensorType({DT_INT8, DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(y, T)
    .REQUIRED_ATTR(value, Float)
    .OP_END_FACTORY_REG(MaskedScale);

// (shift + scale * x) ^ power.
REG_OP(Power)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(power, Float, 1.0)
    .ATTR(scale, Float, 1.0)
    .ATTR(shift, Float, 0.0)
    .OP_END_FACTORY_REG(Power);

// The sum of products of two lists of equal length. Integers wrap.
REG_OP(Dot)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64}))
    .INPUT(input_x, T)
    .INPUT(input_y, T)
    .OUTPUT(output, T)
    .OP_END_FACTORY_REG(Dot);

}  // namespace ge
