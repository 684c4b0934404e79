// CANN declares it in array_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// The extents of x's axes [start, end) as a vector. Source: ONNX Shape-15. end: unset for the rank.
REG_OP(Shape)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType({DT_INT64}))
    .ATTR(start, Int, 0)
    .ATTR(end, Int, 9223372036854775807)
    .OP_END_FACTORY_REG(Shape)
}  // namespace ge
