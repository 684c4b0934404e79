// CANN declares it in transformation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Broadcasts x and shape to one another (numpy rules). shape: [R]. Source: ONNX Expand-13.
REG_OP(Expand)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .INPUT(shape, TensorType({DT_INT16, DT_INT32, DT_INT64}))
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Expand)

        REG_OP(ExpandD)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(shape, ListInt)
    .OP_END_FACTORY_REG(ExpandD);

// x repeated to exactly this shape.
REG_OP(BroadcastTo)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(BroadcastTo);

REG_OP(BroadcastToD)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(shape, ListInt)
    .OP_END_FACTORY_REG(BroadcastToD);

}  // namespace ge
