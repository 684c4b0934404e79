// Triangles of the last two axes of x; other elements are 0. The last diagonal that belongs to them is `diagonal` above
// the main one.
// CANN declares these in matrix_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The lower triangles.
REG_OP(Tril).INPUT(x, TensorType::ALL()).OUTPUT(y, TensorType::ALL()).ATTR(diagonal, Int, 0).OP_END_FACTORY_REG(Tril);

// The upper triangles.
REG_OP(Triu).INPUT(x, TensorType::ALL()).OUTPUT(y, TensorType::ALL()).ATTR(diagonal, Int, 0).OP_END_FACTORY_REG(Triu);

}  // namespace ge
