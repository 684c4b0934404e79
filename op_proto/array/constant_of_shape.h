// CANN declares it in pad_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// A tensor of shape x filled with value (one element; unset: float 0). Source: ONNX ConstantOfShape-9. x: [R].
REG_OP(ConstantOfShape)
    .INPUT(x, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType::ALL())
    .ATTR(value, Tensor, Tensor())
    .OP_END_FACTORY_REG(ConstantOfShape)
}  // namespace ge
