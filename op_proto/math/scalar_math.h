// A tensor and a number. Integers are computed in double, int64 with a whole number exactly, truncated toward zero and
// kept within their range.
// CANN declares these in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// x + value
REG_OP(Adds)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT16, DT_INT32, DT_INT64}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(value, Float)
    .OP_END_FACTORY_REG(Adds);

// x * value
REG_OP(Muls)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT16, DT_INT32, DT_INT64, DT_COMPLEX64,
                             DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(value, Float)
    .OP_END_FACTORY_REG(Muls);

// value everywhere; as a bool whether it isn't 0.
REG_OP(Fills)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(value, Float)
    .OP_END_FACTORY_REG(Fills);

REG_OP(ZerosLike)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(ZerosLike);

REG_OP(OnesLike)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(OnesLike);

}  // namespace ge
