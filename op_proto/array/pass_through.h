// Operators that pass x through.
// CANN declares these in array_ops.h, elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(Snapshot)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(Snapshot);

REG_OP(StopGradient)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(StopGradient);

// Passes x through. `message` is the text for programs that ask for its gradient.
REG_OP(PreventGradient)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(message, String, "")
    .OP_END_FACTORY_REG(PreventGradient);

REG_OP(GuaranteeConst)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(GuaranteeConst);

REG_OP(TensorMove)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(TensorMove);

REG_OP(TensorRedirect)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(output_x, T)
    .OP_END_FACTORY_REG(TensorRedirect);

// Passes x through. x has the shape `shape`; a negative extent stands for any extent.
REG_OP(PlaceholderWithDefault)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(shape, ListInt)
    .OP_END_FACTORY_REG(PlaceholderWithDefault);

REG_OP(EnsureShape)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(input, T)
    .OUTPUT(output, T)
    .REQUIRED_ATTR(shape, ListInt)
    .OP_END_FACTORY_REG(EnsureShape);

}  // namespace ge
