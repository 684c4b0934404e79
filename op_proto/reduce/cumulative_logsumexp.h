// CANN declares it in selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Logarithm of the running sum of exponentials along `axis` (one element, in [-rank, rank)). exclusive leaves the
// element itself out, so that the first one is -inf; reverse sums from the end.
REG_OP(CumulativeLogsumexp)
    .DATATYPE(T, TensorType({DT_DOUBLE, DT_FLOAT, DT_FLOAT16}))
    .INPUT(x, T)
    .INPUT(axis, TensorType({DT_INT32, DT_INT16, DT_INT64}))
    .OUTPUT(y, T)
    .ATTR(exclusive, Bool, false)
    .ATTR(reverse, Bool, false)
    .OP_END_FACTORY_REG(CumulativeLogsumexp);

REG_OP(CumulativeLogsumexpD)
    .DATATYPE(T, TensorType({DT_DOUBLE, DT_FLOAT, DT_FLOAT16}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(axis, Int)
    .ATTR(exclusive, Bool, false)
    .ATTR(reverse, Bool, false)
    .OP_END_FACTORY_REG(CumulativeLogsumexpD);

}  // namespace ge
