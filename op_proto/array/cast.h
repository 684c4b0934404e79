// CANN declares it in elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Converts to the dtype whose number is dst_type. Floating point to integer truncates; to bool is "not zero"; complex
// numbers lose their imaginary part if the dtype has none. Source: ONNX Cast-13.
REG_OP(Cast)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .REQUIRED_ATTR(dst_type, Int)
    .OP_END_FACTORY_REG(Cast)
}  // namespace ge
