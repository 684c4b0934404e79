// CANN declares it in math_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Running product along `axis` (one element, in [-rank, rank)). exclusive leaves the element itself out; reverse
// multiplies from the end. Integers wrap around.
REG_OP(Cumprod)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .INPUT(axis, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, T)
    .ATTR(exclusive, Bool, false)
    .ATTR(reverse, Bool, false)
    .OP_END_FACTORY_REG(Cumprod);

REG_OP(CumprodD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(axis, Int)
    .ATTR(exclusive, Bool, false)
    .ATTR(reverse, Bool, false)
    .OP_END_FACTORY_REG(CumprodD);

}  // namespace ge
