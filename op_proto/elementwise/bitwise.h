// Operations on the bits of integers, with NumPy broadcast. Counts of shifts are clamped to [0, bits - 1].
// CANN declares these in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(BitwiseAnd)
    .INPUT(x1, TensorType::IntegerDataType())
    .INPUT(x2, TensorType::IntegerDataType())
    .OUTPUT(y, TensorType::IntegerDataType())
    .OP_END_FACTORY_REG(BitwiseAnd);

REG_OP(BitwiseOr)
    .INPUT(x1, TensorType::IntegerDataType())
    .INPUT(x2, TensorType::IntegerDataType())
    .OUTPUT(y, TensorType::IntegerDataType())
    .OP_END_FACTORY_REG(BitwiseOr);

REG_OP(BitwiseXor)
    .INPUT(x1, TensorType::IntegerDataType())
    .INPUT(x2, TensorType::IntegerDataType())
    .OUTPUT(y, TensorType::IntegerDataType())
    .OP_END_FACTORY_REG(BitwiseXor);

// All bits inverted: -1 - x for signed numbers.
REG_OP(Invert)
    .INPUT(x, TensorType::IntegerDataType())
    .OUTPUT(y, TensorType::IntegerDataType())
    .OP_END_FACTORY_REG(Invert);

// x shifted by y bits to the left.
REG_OP(LeftShift)
    .INPUT(x, TensorType::IntegerDataType())
    .INPUT(y, TensorType::IntegerDataType())
    .OUTPUT(z, TensorType::IntegerDataType())
    .OP_END_FACTORY_REG(LeftShift);

// x shifted by y bits to the right; a signed x keeps its sign.
REG_OP(RightShift)
    .INPUT(x, TensorType::IntegerDataType())
    .INPUT(y, TensorType::IntegerDataType())
    .OUTPUT(z, TensorType::IntegerDataType())
    .OP_END_FACTORY_REG(RightShift);

}  // namespace ge
