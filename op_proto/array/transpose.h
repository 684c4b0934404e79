// CANN declares it in transformation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// y's axis i is x's axis perm[i]; an empty perm reverses the axes. Source: ONNX Transpose-13.
REG_OP(Transpose)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(perm, ListInt, {})
    .OP_END_FACTORY_REG(Transpose)
}  // namespace ge
