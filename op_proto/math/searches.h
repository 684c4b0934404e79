// Places of numbers in sorted numbers [..., N], row by row: the place where a number would be inserted. NaN is above
// all numbers.
// CANN declares these in array_ops.h, selection_ops.h, math_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The place in front of equal numbers.
REG_OP(LowerBound)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64}))
    .INPUT(sorted_x, T)
    .INPUT(values, T)
    .OUTPUT(y, TensorType({DT_INT32, DT_INT64}))
    .ATTR(out_type, Type, DT_INT32)
    .OP_END_FACTORY_REG(LowerBound);

// The place behind equal numbers.
REG_OP(UpperBound)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64}))
    .INPUT(sorted_x, T)
    .INPUT(values, T)
    .OUTPUT(y, TensorType({DT_INT32, DT_INT64}))
    .REQUIRED_ATTR(out_type, Type)
    .OP_END_FACTORY_REG(UpperBound);

// In front of them, or behind them with right; a sorted_sequence of one row serves all values. sorter: the places of
// the sorted numbers; a run refuses places outside of their row.
REG_OP(SearchSorted)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64}))
    .INPUT(sorted_sequence, T)
    .INPUT(values, T)
    .OPTIONAL_INPUT(sorter, TensorType({DT_INT64}))
    .OUTPUT(out, TensorType({DT_INT32, DT_INT64}))
    .ATTR(dtype, Type, DT_INT64)
    .ATTR(right, Bool, false)
    .OP_END_FACTORY_REG(SearchSorted);

// The place of each element among `boundaries`: with right behind equal boundaries, else in front of them.
REG_OP(Bucketize)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                          DT_UINT16, DT_UINT32, DT_UINT64}))
    .OUTPUT(y, TensorType({DT_INT32, DT_INT64}))
    .REQUIRED_ATTR(boundaries, ListFloat)
    .ATTR(dtype, Type, DT_INT32)
    .ATTR(right, Bool, true)
    .OP_END_FACTORY_REG(Bucketize);

}  // namespace ge
