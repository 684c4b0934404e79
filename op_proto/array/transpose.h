// CANN declares these in transformation_ops.h, linalg_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// y's axis i is x's axis perm[i]. Source: ONNX Transpose-13.
REG_OP(Transpose)
    .INPUT(x, TensorType::ALL())
    .INPUT(perm, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(Transpose)

    // Transpose that also conjugates complex elements.
    REG_OP(ConjugateTranspose)
    .INPUT(x, TensorType::ALL())
    .INPUT(perm, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(ConjugateTranspose)

    // Transpose with perm as an attribute.
    REG_OP(TransposeD)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .REQUIRED_ATTR(perm, ListInt)
    .OP_END_FACTORY_REG(TransposeD)
}  // namespace ge
