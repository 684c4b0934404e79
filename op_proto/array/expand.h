// CANN declares it in transformation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Broadcasts x and shape to one another (numpy rules). shape: [R]. Source: ONNX Expand-13.
REG_OP(Expand)
    .INPUT(x, TensorType::ALL())
    .INPUT(shape, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(Expand)
}  // namespace ge
