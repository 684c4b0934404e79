// The places of the largest and the smallest values along axis `dimension`, of equal ones the first. NaN counts as the
// largest and as the smallest. The axis must have at least one element.
// CANN declares these in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// dimension: one element. y: without the axis, of the type `dtype`, int32 or int64.
REG_OP(ArgMaxV2)
    .INPUT(x, TensorType::RealNumberType())
    .INPUT(dimension, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_INT32, DT_INT64}))
    .ATTR(dtype, Type, DT_INT64)
    .OP_END_FACTORY_REG(ArgMaxV2);

REG_OP(ArgMin)
    .INPUT(x, TensorType::RealNumberType())
    .INPUT(dimension, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, TensorType({DT_INT32, DT_INT64}))
    .ATTR(dtype, Type, DT_INT64)
    .OP_END_FACTORY_REG(ArgMin);

REG_OP(ArgMaxD)
    .INPUT(x, TensorType::RealNumberType())
    .OUTPUT(y, TensorType({DT_INT32, DT_INT64}))
    .REQUIRED_ATTR(dimension, Int)
    .ATTR(dtype, Type, DT_INT64)
    .OP_END_FACTORY_REG(ArgMaxD);

REG_OP(ArgMinD)
    .INPUT(x, TensorType::RealNumberType())
    .OUTPUT(y, TensorType({DT_INT32, DT_INT64}))
    .REQUIRED_ATTR(dimension, Int)
    .ATTR(dtype, Type, DT_INT64)
    .OP_END_FACTORY_REG(ArgMinD);

// With the values there. indice: int32. keep_dims leaves an extent of 1 in place of the axis.
REG_OP(ArgMaxWithValue)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x, T)
    .OUTPUT(indice, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(values, T)
    .REQUIRED_ATTR(dimension, Int)
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(ArgMaxWithValue);

REG_OP(ArgMinWithValue)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x, T)
    .OUTPUT(indice, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(values, T)
    .REQUIRED_ATTR(dimension, Int)
    .ATTR(keep_dims, Bool, false)
    .OP_END_FACTORY_REG(ArgMinWithValue);

}  // namespace ge
