// CANN declares these in nn_pooling_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Mean over all spatial axes. Source: ONNX GlobalAveragePool-1. x: [N, C, D1 … Dk]; y: [N, C, 1 … 1].
REG_OP(GlobalAveragePool)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(GlobalAveragePool)

    // Maximum over all spatial axes. Source: ONNX GlobalMaxPool-1. x: [N, C, D1 … Dk]; y: [N, C, 1 … 1].
    REG_OP(GlobalMaxPool)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(GlobalMaxPool)
}  // namespace ge
