// Tensors with equal extents along every other axis, joined along `concat_dim` (negative: from the end). N is the
// number of inputs; it isn't read, because the inputs can be counted.
// CANN declares these in split_combination_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(ConcatD)
    .DATATYPE(T, TensorType::ALL())
    .DYNAMIC_INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(concat_dim, Int)
    .ATTR(N, Int, 1)
    .OP_END_FACTORY_REG(ConcatD);

REG_OP(ConcatV2D)
    .DATATYPE(T, TensorType::ALL())
    .DYNAMIC_INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(concat_dim, Int)
    .ATTR(N, Int, 1)
    .OP_END_FACTORY_REG(ConcatV2D);

// concat_dim: a scalar, or [1].
REG_OP(Concat)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(concat_dim, TensorType({DT_INT32, DT_INT64}))
    .DYNAMIC_INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(N, Int, 1)
    .OP_END_FACTORY_REG(Concat);

REG_OP(ConcatV2)
    .DATATYPE(T, TensorType::ALL())
    .DYNAMIC_INPUT(x, T)
    .INPUT(concat_dim, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, T)
    .ATTR(N, Int, 1)
    .OP_END_FACTORY_REG(ConcatV2);

}  // namespace ge
