// The places of the largest and the smallest values.
// CANN declares these in selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Index of the largest value along `axis`: the first one, or the last with select_last_index 1. NaN counts as the
// largest. The axis must have at least one element.
REG_OP(ArgMax)
    .INPUT(x, TensorType::RealNumberType())
    .OUTPUT(y, TensorType({DT_INT64}))
    .ATTR(axis, Int, 0)
    .ATTR(keepdims, Int, 1)
    .ATTR(select_last_index, Int, 0)
    .OP_END_FACTORY_REG(ArgMax);

// Index of the smallest value along `axis`: the first one, or the last with select_last_index 1. NaN counts as the
// smallest. The axis must have at least one element.
REG_OP(ArgMin)
    .INPUT(x, TensorType::RealNumberType())
    .OUTPUT(y, TensorType({DT_INT64}))
    .ATTR(axis, Int, 0)
    .ATTR(keepdims, Int, 1)
    .ATTR(select_last_index, Int, 0)
    .OP_END_FACTORY_REG(ArgMin);

}  // namespace ge
