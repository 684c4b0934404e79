// CANN declares it in selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The k largest (with largest false smallest) values along `dim` and their indices, in descending (ascending) order;
// equal values in the order of their indices. NaN counts as the largest value. `k`: one element. With sorted false any
// order is allowed; the result is sorted all the same.
REG_OP(TopK)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x, T)
    .INPUT(k, TensorType({DT_INT64, DT_INT32}))
    .OUTPUT(values, T)
    .OUTPUT(indices, TensorType({DT_INT32}))
    .ATTR(sorted, Bool, true)
    .ATTR(largest, Bool, true)
    .ATTR(dim, Int, -1)
    .OP_END_FACTORY_REG(TopK);

}  // namespace ge
