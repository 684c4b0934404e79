// CANN declares these in array_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The shape that the shapes x1 and x2 broadcast to. Source: TensorFlow's BroadcastArgs.
REG_OP(BroadcastArgs)
    .DATATYPE(T, TensorType({DT_INT32, DT_INT64}))
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(BroadcastArgs);

// The axes to sum the gradient of a broadcast operation over. x1 and x2 are the shapes of its operands. y1 lists the
// axes of the broadcast shape in which x1 has extent 1 or no axis, in ascending order. y2 does the same for x2. An axis
// in which both have extent 1 is in both lists. Equal x1 and x2 give empty lists. Source: TensorFlow's
// BroadcastGradientArgs.
REG_OP(BroadcastGradientArgs)
    .DATATYPE(T, TensorType({DT_INT32, DT_INT64}))
    .INPUT(x1, T)
    .INPUT(x2, T)
    .OUTPUT(y1, T)
    .OUTPUT(y2, T)
    .OP_END_FACTORY_REG(BroadcastGradientArgs);

}  // namespace ge
