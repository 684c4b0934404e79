// CANN declares it in selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// y[..., i, ...] = x[..., index[..., i, ...], ...] along dim; y has the shape of `index`, which reaches no further
// than x along the other axes; negative ones count from the end. Source: ONNX GatherElements-13.
REG_OP(GatherElements)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .INPUT(index, TensorType::IndexNumberType())
    .OUTPUT(y, T)
    .ATTR(dim, Int, 0)
    .OP_END_FACTORY_REG(GatherElements)
}  // namespace ge
