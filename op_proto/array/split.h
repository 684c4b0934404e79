// CANN declares it in split_combination_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Cuts x along axis. split: [outputs], the extents; absent: equal pieces. Source: ONNX Split-13.
REG_OP(Split)
    .INPUT(x, TensorType::ALL())
    .OPTIONAL_INPUT(split, TensorType({DT_INT64}))
    .DYNAMIC_OUTPUT(y, TensorType::ALL())
    .ATTR(axis, Int, 0)
    .OP_END_FACTORY_REG(Split)
}  // namespace ge
