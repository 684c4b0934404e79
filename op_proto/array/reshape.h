// CANN declares it in array_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Source: ONNX Reshape-14. shape: [R]; one -1 is derived; 0 copies the axis of x, or with allowzero is an extent of 0.
REG_OP(Reshape)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .INPUT(shape, TensorType({DT_INT64}))
    .OUTPUT(y, T)
    .ATTR(allowzero, Int, 0)
    .OP_END_FACTORY_REG(Reshape)
}  // namespace ge
