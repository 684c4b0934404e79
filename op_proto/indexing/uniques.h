// The different elements of x, or slices of it along one axis. NaN equals NaN and is the greatest, -0 equals 0.
// CANN declares these in array_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The different elements of the list x in the order of their first occurrence. idx: the place in y of each element of
// x.
REG_OP(Unique)
    .INPUT(x, TensorType({DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_UINT16, DT_FLOAT16,
                          DT_UINT32, DT_UINT64, DT_BOOL, DT_BF16, DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_UINT16, DT_FLOAT16,
                           DT_UINT32, DT_UINT64, DT_BOOL, DT_BF16, DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(idx, TensorType({DT_INT32, DT_INT64}))
    .ATTR(out_idx, Type, DT_INT32)
    .OP_END_FACTORY_REG(Unique);

// Unique with count: the number of occurrences of each element of y.
REG_OP(UniqueWithCounts)
    .INPUT(x, TensorType({DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_UINT16, DT_FLOAT16,
                          DT_UINT32, DT_UINT64, DT_BOOL, DT_BF16, DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_UINT16, DT_FLOAT16,
                           DT_UINT32, DT_UINT64, DT_BOOL, DT_BF16, DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(idx, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(count, TensorType({DT_INT32, DT_INT64}))
    .REQUIRED_ATTR(out_idx, Type)
    .OP_END_FACTORY_REG(UniqueWithCounts);

// The different slices of x along `axis`, which has one element. Without an axis (no elements): the different elements
// of x; y is then a list.
REG_OP(UniqueExt2)
    .INPUT(x, TensorType({DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_UINT16, DT_FLOAT16,
                          DT_UINT32, DT_UINT64, DT_BOOL, DT_BF16, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(axis, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_UINT16, DT_FLOAT16,
                           DT_UINT32, DT_UINT64, DT_BOOL, DT_BF16, DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(idx, TensorType({DT_INT32, DT_INT64}))
    .ATTR(out_idx, Type, DT_INT32)
    .OP_END_FACTORY_REG(UniqueExt2);

// UniqueExt2 with more outputs. With `sorted` the elements ascend. With return_inverse inverse_idx holds the places,
// and idx holds for each element of y its first place in x. Without return_inverse inverse_idx has no elements.
REG_OP(UniqueWithCountsExt2)
    .INPUT(x, TensorType({DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_UINT16, DT_FLOAT16,
                          DT_UINT32, DT_UINT64, DT_BOOL, DT_BF16, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(axis, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_UINT16, DT_FLOAT16,
                           DT_UINT32, DT_UINT64, DT_BOOL, DT_BF16, DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(idx, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(count, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(inverse_idx, TensorType({DT_INT32, DT_INT64}))
    .ATTR(out_idx, Type, DT_INT64)
    .ATTR(sorted, Bool, false)
    .ATTR(return_inverse, Bool, false)
    .OP_END_FACTORY_REG(UniqueWithCountsExt2);

// One of each run of equal neighbours: elements of x, or its slices along an axis (1000: no axis). idx has x's shape or
// the axis' extent and holds the place in y of each element. Outputs that are not asked for have no elements.
REG_OP(UniqueConsecutive)
    .INPUT(x, TensorType({DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_UINT16, DT_FLOAT16,
                          DT_UINT32, DT_UINT64, DT_BOOL, DT_BF16, DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_UINT16, DT_FLOAT16,
                           DT_UINT32, DT_UINT64, DT_BOOL, DT_BF16, DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(idx, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(count, TensorType({DT_INT32, DT_INT64}))
    .ATTR(return_idx, Bool, false)
    .ATTR(return_counts, Bool, false)
    .ATTR(axis, Int, 1000)
    .OP_END_FACTORY_REG(UniqueConsecutive);

// The different elements of x, always ascending, whatever `sorted` says. indices, of x's shape, holds the place in y of
// each element. Outputs that are not asked for have no elements.
REG_OP(UniqueWithCountsAndSorting)
    .INPUT(x, TensorType({DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_UINT16, DT_FLOAT16,
                          DT_UINT32, DT_UINT64, DT_BOOL, DT_BF16, DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_UINT16, DT_FLOAT16,
                           DT_UINT32, DT_UINT64, DT_BOOL, DT_BF16, DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(indices, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(counts, TensorType({DT_INT32, DT_INT64}))
    .ATTR(return_inverse, Bool, false)
    .ATTR(return_counts, Bool, false)
    .ATTR(sorted, Bool, true)
    .OP_END_FACTORY_REG(UniqueWithCountsAndSorting);

}  // namespace ge
