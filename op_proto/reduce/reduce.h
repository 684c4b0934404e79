// Reductions over axes (1-D, each in [-rank, rank)). keep_dims leaves extents of 1 in place of the reduced ones. Empty
// axes mean none: each element is reduced by itself; of ReduceMean all of them with noop_with_empty_axes false.
// A reduction over no elements gives the value stated. Integer results wrap around or are truncated toward zero.
// CANN declares these in reduce_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Sum; 0 over nothing.
REG_OP(ReduceSum)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64,
                             DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .INPUT(axes, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, T)
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(ReduceSum);

// Mean; NaN over nothing (integers: 0).
REG_OP(ReduceMean)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64,
                             DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .INPUT(axes, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, T)
    .ATTR(keep_dims, Bool, false)
    .ATTR(noop_with_empty_axes, Bool, true)
    .OP_END_FACTORY_REG(ReduceMean);

// Largest value, NaN if there is one; -infinity (integers: the smallest value, bool: false) over nothing.
REG_OP(ReduceMax)
    .DATATYPE(T, TensorType({DT_BOOL, DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                             DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64}))
    .INPUT(x, T)
    .INPUT(axes, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, T)
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(ReduceMax);

// Smallest value, NaN if there is one; infinity (integers: the largest value, bool: true) over nothing.
REG_OP(ReduceMin)
    .DATATYPE(T, TensorType({DT_BOOL, DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                             DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64}))
    .INPUT(x, T)
    .INPUT(axes, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, T)
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(ReduceMin);

// Product; 1 over nothing.
REG_OP(ReduceProd)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64,
                             DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .INPUT(axes, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, T)
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(ReduceProd);

// log(sum), of complex numbers the principal value; -infinity over nothing.
REG_OP(ReduceLogSum)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(x, T)
    .INPUT(axes, TensorType::IndexNumberType())
    .OUTPUT(y, T)
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(ReduceLogSum);

// log(sum(exp(x))) without overflow in between, of complex numbers the principal value; -infinity over nothing.
REG_OP(ReduceLogSumExp)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(x, T)
    .INPUT(axes, TensorType::IndexNumberType())
    .OUTPUT(y, T)
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(ReduceLogSumExp);

// With the axes as an attribute.
REG_OP(ReduceSumD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64,
                             DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(axes, ListInt)
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(ReduceSumD);

REG_OP(ReduceMeanD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64,
                             DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(axes, ListInt)
    .ATTR(keep_dims, Bool, false)
    .ATTR(noop_with_empty_axes, Bool, false)
    .OP_END_FACTORY_REG(ReduceMeanD);

REG_OP(ReduceMaxD)
    .DATATYPE(T, TensorType({DT_BOOL, DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                             DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(axes, ListInt)
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(ReduceMaxD);

REG_OP(ReduceMinD)
    .DATATYPE(T, TensorType({DT_BOOL, DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64,
                             DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(axes, ListInt)
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(ReduceMinD);

REG_OP(ReduceProdD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64,
                             DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(axes, ListInt)
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(ReduceProdD);

// true if all elements are true; true over no elements.
REG_OP(ReduceAll)
    .INPUT(x, TensorType({DT_BOOL}))
    .INPUT(axes, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_BOOL}))
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(ReduceAll);

REG_OP(ReduceAllD)
    .INPUT(x, TensorType({DT_BOOL}))
    .OUTPUT(y, TensorType({DT_BOOL}))
    .REQUIRED_ATTR(axes, ListInt)
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(ReduceAllD);

// true if any element is true; false over no elements.
REG_OP(ReduceAny)
    .INPUT(x, TensorType({DT_BOOL}))
    .INPUT(axes, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_BOOL}))
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(ReduceAny);

REG_OP(ReduceAnyD)
    .INPUT(x, TensorType({DT_BOOL}))
    .OUTPUT(y, TensorType({DT_BOOL}))
    .REQUIRED_ATTR(axes, ListInt)
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(ReduceAnyD);

}  // namespace ge
