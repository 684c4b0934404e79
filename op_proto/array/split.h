// A tensor cut along `split_dim` (negative: from the end) into num_split pieces.
// CANN declares these in split_combination_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Equal pieces. split_dim: a scalar, or [1].
REG_OP(Split)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(split_dim, TensorType({DT_INT32, DT_INT64}))
    .INPUT(x, T)
    .DYNAMIC_OUTPUT(y, T)
    .REQUIRED_ATTR(num_split, Int)
    .OP_END_FACTORY_REG(Split);

REG_OP(SplitD)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .DYNAMIC_OUTPUT(y, T)
    .REQUIRED_ATTR(split_dim, Int)
    .REQUIRED_ATTR(num_split, Int)
    .OP_END_FACTORY_REG(SplitD);

// Cuts x into pieces of the extents size_splits; one extent may be -1 and takes the rest.
REG_OP(SplitV)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .INPUT(size_splits, TensorType({DT_INT32, DT_INT64}))
    .INPUT(split_dim, TensorType({DT_INT32, DT_INT64}))
    .DYNAMIC_OUTPUT(y, T)
    .REQUIRED_ATTR(num_split, Int)
    .OP_END_FACTORY_REG(SplitV);

REG_OP(SplitVD)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .DYNAMIC_OUTPUT(y, T)
    .REQUIRED_ATTR(size_splits, ListInt)
    .REQUIRED_ATTR(split_dim, Int)
    .REQUIRED_ATTR(num_split, Int)
    .OP_END_FACTORY_REG(SplitVD);

}  // namespace ge
