// CANN declares it in linalg_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The inverses of square matrices: x, y [..., M, M]. adjoint: the inverses of the conjugated, transposed matrices. A
// run refuses a singular matrix.
REG_OP(MatrixInverse)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(adjoint, Bool, false)
    .OP_END_FACTORY_REG(MatrixInverse);

}  // namespace ge
