// CANN declares these in transformation_ops.h, linalg_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// y's axis i is x's axis perm[i]. Source: ONNX Transpose-13.
REG_OP(Transpose)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .INPUT(perm, TensorType::IndexNumberType())
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Transpose)

    // Transpose that also conjugates complex elements.
    REG_OP(ConjugateTranspose)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .INPUT(perm, TensorType::IndexNumberType())
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(ConjugateTranspose)

    // Transpose with perm as an attribute.
    REG_OP(TransposeD)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(perm, ListInt)
    .OP_END_FACTORY_REG(TransposeD)
}  // namespace ge
