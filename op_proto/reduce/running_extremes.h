// The greatest and the smallest of the elements up to each one along an axis, and where that is: of several the last.
// From a NaN on y is NaN, and its place the last NaN's.
// CANN declares these in selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(Cummax)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OUTPUT(indices, TensorType({DT_INT32}))
    .REQUIRED_ATTR(dim, Int)
    .OP_END_FACTORY_REG(Cummax);

REG_OP(Cummin)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OUTPUT(indices, TensorType({DT_INT32}))
    .REQUIRED_ATTR(axis, Int)
    .OP_END_FACTORY_REG(Cummin);

}  // namespace ge
