// Rotation along axes: elements that leave x at one end come in at the other.
// CANN declares these in nn_norm_ops.h, nn_other.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// shifts[i] along dims[i]; an axis may stand more than once. No dims: one shift of all elements, row by row.
REG_OP(Roll)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(shifts, ListInt)
    .ATTR(dims, ListInt, {})
    .OP_END_FACTORY_REG(Roll);

REG_OP(RollV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL}))
    .INPUT(input, T)
    .INPUT(shift, TensorType({DT_INT32, DT_INT64}))
    .INPUT(axes, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(output, T)
    .OP_END_FACTORY_REG(RollV2);

}  // namespace ge
