// Slices of x along an axis, at indices of any shape; negative indices count from the end whatever the attributes say.
// x: [a…, N, b…], indices: [i…], y: [a…, i…, b…]. With batch_dims the first axes of both are equal and run together.
// CANN declares these in selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(GatherV2D)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .OUTPUT(y, T)
    .REQUIRED_ATTR(axis, Int)
    .OP_END_FACTORY_REG(GatherV2D);

// axis: a scalar, or [1].
REG_OP(GatherV2)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(axis, TensorType::IndexNumberType())
    .OUTPUT(y, T)
    .ATTR(batch_dims, Int, 0)
    .ATTR(is_preprocessed, Bool, false)
    .ATTR(negative_index_support, Bool, false)
    .OP_END_FACTORY_REG(GatherV2);

// Slices along the axis behind the batch. An index outside is refused whatever validate_indices says.
REG_OP(Gather)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .OUTPUT(y, T)
    .ATTR(validate_indices, Bool, true)
    .ATTR(batch_dims, Int, 0)
    .ATTR(is_preprocessed, Bool, false)
    .ATTR(negative_index_support, Bool, false)
    .OP_END_FACTORY_REG(Gather);

}  // namespace ge
