// CANN declares it in array_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Inserts axes of extent 1 at the places axes has in y. Source: ONNX Unsqueeze-13.
REG_OP(UnsqueezeV3)
    .INPUT(x, TensorType::ALL())
    .INPUT(axes, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(UnsqueezeV3)

    // Unsqueeze with axes as an attribute.
    REG_OP(Unsqueeze)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(axes, ListInt, {})
    .OP_END_FACTORY_REG(Unsqueeze)
}  // namespace ge
