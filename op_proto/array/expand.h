// CANN declares it in transformation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Broadcasts x and shape to one another (numpy rules). shape: [R]. Source: ONNX Expand-13.
REG_OP(Expand)
    .INPUT(x, TensorType::ALL())
    .INPUT(shape, TensorType({DT_INT16, DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(Expand)

        REG_OP(ExpandD)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .REQUIRED_ATTR(shape, ListInt)
    .OP_END_FACTORY_REG(ExpandD);

// x repeated to exactly this shape.
REG_OP(BroadcastTo)
    .INPUT(x, TensorType::ALL())
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(BroadcastTo);

REG_OP(BroadcastToD)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .REQUIRED_ATTR(shape, ListInt)
    .OP_END_FACTORY_REG(BroadcastToD);

}  // namespace ge
