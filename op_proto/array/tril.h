// Triangles of the last two axes of x; all other elements are 0. `diagonal`: number of the last diagonal of the
// triangle, positive above the main diagonal.
// CANN declares these in matrix_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The lower triangles.
REG_OP(Tril).DATATYPE(T, TensorType::ALL()).INPUT(x, T).OUTPUT(y, T).ATTR(diagonal, Int, 0).OP_END_FACTORY_REG(Tril);

// The upper triangles.
REG_OP(Triu).DATATYPE(T, TensorType::ALL()).INPUT(x, T).OUTPUT(y, T).ATTR(diagonal, Int, 0).OP_END_FACTORY_REG(Triu);

}  // namespace ge
