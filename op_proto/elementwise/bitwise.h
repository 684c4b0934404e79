// Operations on the bits of integers, with NumPy broadcast. Counts of shifts are clamped to [0, bits - 1].
// CANN declares these in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(BitwiseAnd)
    .DATATYPE(T, TensorType::IntegerDataType())
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(BitwiseAnd);

REG_OP(BitwiseOr)
    .DATATYPE(T, TensorType::IntegerDataType())
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(BitwiseOr);

REG_OP(BitwiseXor)
    .DATATYPE(T, TensorType::IntegerDataType())
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(BitwiseXor);

// All bits inverted: -1 - x for signed numbers.
REG_OP(Invert).DATATYPE(T, TensorType::IntegerDataType()).INPUT(x, T).OUTPUT(y, T).OP_END_FACTORY_REG(Invert);

// x shifted by y bits to the left.
REG_OP(LeftShift)
    .DATATYPE(T, TensorType::IntegerDataType())
    .INPUT(x, T)
    .INPUT(y, T)
    .OUTPUT(z, T)
    .OP_END_FACTORY_REG(LeftShift);

// x shifted by y bits to the right; a signed x keeps its sign.
REG_OP(RightShift)
    .DATATYPE(T, TensorType::IntegerDataType())
    .INPUT(x, T)
    .INPUT(y, T)
    .OUTPUT(z, T)
    .OP_END_FACTORY_REG(RightShift);

}  // namespace ge
