// CANN declares it in selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// y = x taken at indices along axis; negative indices count from the end. Source: ONNX Gather-13.
// x: [a…, N, b…]; indices: [i…]; y: [a…, i…, b…].
REG_OP(Gather)
    .INPUT(x, TensorType::ALL())
    .INPUT(indices, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(axis, Int, 0)
    .OP_END_FACTORY_REG(Gather)
}  // namespace ge
