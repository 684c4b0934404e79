// CANN declares it in selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The slices of x that the rows of `indices` [..., K] name by their first K axes: indices.shape[:-1] + x.shape[K:].
// Negative indices count from the end whatever negative_index_support says.
REG_OP(GatherNd)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .OUTPUT(y, T)
    .ATTR(negative_index_support, Bool, false)
    .OP_END_FACTORY_REG(GatherNd);

}  // namespace ge
