// CANN declares it in array_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The different slices of x along the one `axis`; without an axis (no elements) the different elements of x, which y then
// has in a row. With `sorted` they ascend, else they are in the order of their first occurrence. count: how often each
// occurs. idx: for each slice of x its place in y; with return_inverse that is inverse_idx, and idx says where in x each of y
// occurs first. Without return_inverse inverse_idx has no elements. NaN equals NaN and is the greatest, -0 equals 0.
REG_OP(UniqueWithCountsExt2)
    .INPUT(x, TensorType({DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_UINT16, DT_FLOAT16,
                          DT_UINT32, DT_UINT64, DT_BOOL, DT_BF16}))
    .INPUT(axis, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_UINT16, DT_FLOAT16,
                           DT_UINT32, DT_UINT64, DT_BOOL, DT_BF16}))
    .OUTPUT(idx, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(count, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(inverse_idx, TensorType({DT_INT32, DT_INT64}))
    .ATTR(out_idx, Type, DT_INT64)
    .ATTR(sorted, Bool, false)
    .ATTR(return_inverse, Bool, false)
    .OP_END_FACTORY_REG(UniqueWithCountsExt2);

}  // namespace ge
