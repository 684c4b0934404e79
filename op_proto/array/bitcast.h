// CANN declares it in transformation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The bytes of x as elements of `type`. If these are smaller than x's, y has a further last axis for the pieces of an
// element. If they are larger, x's last axis holds the pieces, and y doesn't have that axis.
REG_OP(Bitcast)
    .INPUT(x, TensorType({DT_BOOL, DT_FLOAT16, DT_FLOAT, DT_INT8, DT_INT32, DT_UINT32, DT_UINT8, DT_INT64, DT_UINT64,
                          DT_INT16, DT_UINT16, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128, DT_BF16}))
    .OUTPUT(y, TensorType({DT_BOOL, DT_FLOAT16, DT_FLOAT, DT_INT8, DT_INT32, DT_UINT32, DT_UINT8, DT_INT64, DT_UINT64,
                           DT_INT16, DT_UINT16, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128, DT_BF16}))
    .REQUIRED_ATTR(type, Type)
    .OP_END_FACTORY_REG(Bitcast);

}  // namespace ge
