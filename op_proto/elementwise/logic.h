// Logic on bool tensors, with NumPy broadcast.
// CANN declares these in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(And)
    .INPUT(x1, TensorType({DT_BOOL}))
    .INPUT(x2, TensorType({DT_BOOL}))
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(And);

REG_OP(Or)
    .INPUT(x1, TensorType({DT_BOOL}))
    .INPUT(x2, TensorType({DT_BOOL}))
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(Or);

REG_OP(Xor)
    .INPUT(x1, TensorType({DT_BOOL}))
    .INPUT(x2, TensorType({DT_BOOL}))
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(Xor);

REG_OP(Not).INPUT(x, TensorType({DT_BOOL})).OUTPUT(y, TensorType({DT_BOOL})).OP_END_FACTORY_REG(Not);

}  // namespace ge
