// CANN declares it in array_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The indices of x's elements that aren't 0 (NaN is not 0), in row-major order: y is [count, rank of x], or with
// `transpose` [rank of x, count].
REG_OP(NonZero)
    .INPUT(x, TensorType({DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_UINT32,
                          DT_INT64, DT_UINT64, DT_BOOL, DT_BF16, DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(y, TensorType({DT_INT64, DT_INT32}))
    .ATTR(transpose, Bool, false)
    .ATTR(dtype, Type, DT_INT64)
    .OP_END_FACTORY_REG(NonZero);

}  // namespace ge
