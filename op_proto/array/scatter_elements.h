// CANN declares these in matrix_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Combines an element with its update by `reduction`: "none" (the update; of several the last), "add", "mul", "max" or
// "min". bool allows "none" only; complex numbers don't allow "max" and "min". Negative indices count from the end; an
// index outside is refused in the run.

// data with the element at [..., indices[..., i, ...], ...] along axis combined with updates[..., i, ...]; `updates`
// has the shape of `indices`, which reaches no further than data along the other axes. Source: ONNX ScatterElements-16.
REG_OP(ScatterElements)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(data, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, T)
    .OUTPUT(y, T)
    .ATTR(axis, Int, 0)
    .ATTR(reduction, String, "none")
    .OP_END_FACTORY_REG(ScatterElements);

}  // namespace ge
