// The inverse of run-length encoding.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// values: [R]. lengths: [R], none negative. x: [N], each value as often as its length says; N, the sum of the lengths,
// can be anything.
REG_OP(ExpandRuns)
    .DATATYPE(T, TensorType({DT_INT32, DT_INT64, DT_UINT8, DT_BOOL}))
    .INPUT(values, T)
    .INPUT(lengths, TensorType({DT_INT64}))
    .OUTPUT(x, T)
    .OP_END_FACTORY_REG(ExpandRuns)

}  // namespace ge
