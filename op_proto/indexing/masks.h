// Elements where a mask is true. x and mask are broadcast to one shape.
// CANN declares these in selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// x, with `value`, one number, where the mask is true.
REG_OP(MaskedFill)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .INPUT(mask, TensorType({DT_BOOL}))
    .INPUT(value, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(MaskedFill);

// x's elements where the mask is true, as a list.
REG_OP(MaskedSelect)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .INPUT(mask, TensorType({DT_BOOL}))
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(MaskedSelect);

REG_OP(MaskedSelectV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .INPUT(mask, TensorType({DT_BOOL}))
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(MaskedSelectV2);

// x, with the next of updates' elements where the mask is true. The mask broadcasts to x's shape. A run refuses updates
// with fewer elements than the mask has places.
REG_OP(MaskedScatter)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .INPUT(mask, TensorType({DT_BOOL}))
    .INPUT(updates, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(MaskedScatter);

// x * assist1 + assist2. Where indices along `dim` lie, assist1 is 0 and assist2 the new value; elsewhere they are 1
// and 0.
REG_OP(IndexFillD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_BF16}))
    .INPUT(x, T)
    .INPUT(assist1, T)
    .INPUT(assist2, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(dim, Int)
    .OP_END_FACTORY_REG(IndexFillD);

}  // namespace ge
