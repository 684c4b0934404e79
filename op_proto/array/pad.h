// CANN declares it in pad_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// pads: [2 * rank], begins then ends, negative crops; mode: constant (constant_value, default 0), reflect, edge or
// wrap (as if x were repeated without end). Source: ONNX Pad-19.
REG_OP(Pad)
    .INPUT(x, TensorType::ALL())
    .INPUT(pads, TensorType({DT_INT64}))
    .OPTIONAL_INPUT(constant_value, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(mode, String, "constant")
    .OP_END_FACTORY_REG(Pad)
}  // namespace ge
