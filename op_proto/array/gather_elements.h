// CANN declares it in selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// y[..., i, ...] = x[..., indices[..., i, ...], ...] along axis; y has the shape of `indices`, which reaches no further
// than x along the other axes; negative indices count from the end. Source: ONNX GatherElements-13.
REG_OP(GatherElements)
    .INPUT(x, TensorType::ALL())
    .INPUT(indices, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(axis, Int, 0)
    .OP_END_FACTORY_REG(GatherElements)
}  // namespace ge
