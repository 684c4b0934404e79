// CANN declares it in array_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Inserts axes of extent 1 at the places axes has in y. Source: ONNX Unsqueeze-13.
REG_OP(UnsqueezeV3)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .INPUT(axes, TensorType({DT_INT64}))
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(UnsqueezeV3)

    // Unsqueeze with axes as an attribute.
    REG_OP(Unsqueeze)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(axes, ListInt, {})
    .OP_END_FACTORY_REG(Unsqueeze)
}  // namespace ge
