// CANN declares it in selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The k largest (smallest with largest 0) values along `axis` and their indices, in descending (ascending) order; equal
// values in the order of their indices. NaN counts as the largest value. `k`: one element. sorted 0 leaves the
// order open; it is sorted all the same.
REG_OP(TopK)
    .INPUT(x, TensorType::RealNumberType())
    .INPUT(k, TensorType({DT_INT64, DT_INT32}))
    .OUTPUT(values, TensorType::RealNumberType())
    .OUTPUT(indices, TensorType({DT_INT64}))
    .ATTR(axis, Int, -1)
    .ATTR(largest, Int, 1)
    .ATTR(sorted, Int, 1)
    .OP_END_FACTORY_REG(TopK);

}  // namespace ge
