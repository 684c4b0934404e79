// CANN declares it in array_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Drops the axes of extent 1 listed in axes (absent: all of them). Source: ONNX Squeeze-13.
REG_OP(SqueezeV3)
    .INPUT(x, TensorType::ALL())
    .OPTIONAL_INPUT(axes, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(SqueezeV3)

    // Squeeze with an attribute of another name; an empty list means all axes of extent 1.
    REG_OP(Squeeze)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(axis, ListInt, {})
    .OP_END_FACTORY_REG(Squeeze)
}  // namespace ge
