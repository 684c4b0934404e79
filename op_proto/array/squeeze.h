// CANN declares it in array_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Drops the axes of extent 1 listed in axes (absent: all of them). Source: ONNX Squeeze-13.
REG_OP(SqueezeV3)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .OPTIONAL_INPUT(axes, TensorType({DT_INT64}))
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(SqueezeV3)

    // Squeeze with an attribute of another name; an empty list means all axes of extent 1.
    REG_OP(Squeeze)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(axis, ListInt, {})
    .OP_END_FACTORY_REG(Squeeze)
}  // namespace ge
