// CANN declares it in linalg_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The determinants of square matrices: x [..., M, M], y [...]; of a matrix without elements 1.
REG_OP(MatrixDeterminant)
    .DATATYPE(T, TensorType::UnaryDataType())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(MatrixDeterminant);

}  // namespace ge
