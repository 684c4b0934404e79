// CANN declares it in selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// The upper (upper 1) or lower triangles of the last two axes of x; other elements are 0. The diagonal that still
// belongs to it is k above the main one (0 when k is absent). Source: ONNX Trilu-14.
REG_OP(Trilu)
    .INPUT(x, TensorType::ALL())
    .OPTIONAL_INPUT(k, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType::ALL())
    .ATTR(upper, Int, 1)
    .OP_END_FACTORY_REG(Trilu)
}  // namespace ge
