// CANN declares it in split_combination_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Joins tensors that agree in every other axis along axis (negative: from the end). Source: ONNX Concat-13.
REG_OP(Concat)
    .DYNAMIC_INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .REQUIRED_ATTR(axis, Int)
    .OP_END_FACTORY_REG(Concat)
}  // namespace ge
