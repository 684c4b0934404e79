// Arithmetic on two tensors: y = x1 (op) x2 with NumPy broadcast, in the dtype of the inputs.
// Integers wrap around (two's complement). Complex products and quotients are NumPy's, with infinities and by 0 too.
// CANN declares these in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(Add).DATATYPE(T, TensorType::NumberType()).INPUT(x1, T).INPUT(x2, T).OUTPUT(y, T).OP_END_FACTORY_REG(Add);

REG_OP(Sub).DATATYPE(T, TensorType::NumberType()).INPUT(x1, T).INPUT(x2, T).OUTPUT(y, T).OP_END_FACTORY_REG(Sub);

REG_OP(Mul).DATATYPE(T, TensorType::NumberType()).INPUT(x1, T).INPUT(x2, T).OUTPUT(y, T).OP_END_FACTORY_REG(Mul);

// Integers: the quotient is truncated toward zero; a division by zero gives 0.
REG_OP(Div).DATATYPE(T, TensorType::NumberType()).INPUT(x1, T).INPUT(x2, T).OUTPUT(y, T).OP_END_FACTORY_REG(Div);

// The new value of ref: ref + value, which have one shape.
REG_OP(AssignAdd)
    .DATATYPE(T, TensorType::BasicType())
    .INPUT(ref, T)
    .INPUT(value, T)
    .OUTPUT(ref, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(AssignAdd);

// The new value of var: var - value, which have one shape.
REG_OP(AssignSub)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(var, T)
    .INPUT(value, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(AssignSub);

}  // namespace ge
