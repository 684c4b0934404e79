// CANN declares these in array_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The extents of x as a vector. dtype: DT_INT32 or DT_INT64.
REG_OP(Shape)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType({DT_INT32, DT_INT64}))
    .ATTR(dtype, Int, DT_INT32)
    .OP_END_FACTORY_REG(Shape);

// The number of x's elements, a scalar. dtype: DT_INT32 or DT_INT64.
REG_OP(Size)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType({DT_INT32, DT_INT64}))
    .ATTR(dtype, Int, DT_INT32)
    .OP_END_FACTORY_REG(Size);

}  // namespace ge
