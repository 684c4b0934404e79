// CANN declares it in matrix_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// The slices of x that the rows of `indices` [..., K] name: indices.shape[:-1] + x.shape[batch_dims + K:]. The first
// batch_dims axes of both are common; negative indices count from the end. Source: ONNX GatherND-13.
REG_OP(GatherND)
    .INPUT(x, TensorType::ALL())
    .INPUT(indices, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(batch_dims, Int, 0)
    .OP_END_FACTORY_REG(GatherND)
}  // namespace ge
