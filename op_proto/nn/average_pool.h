// CANN declares it in nn_pooling_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Mean over windows. Source: ONNX AveragePool-19.
// x: [N, C, D1 … Dk]; y: [N, C, …]. Attributes as in MaxPoolND; count_include_pad: padding counts in the divisor.
REG_OP(AveragePool)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(kernel_shape, ListInt)
    .ATTR(auto_pad, String, "NOTSET")
    .ATTR(strides, ListInt, {})
    .ATTR(pads, ListInt, {})
    .ATTR(ceil_mode, Int, 0)
    .ATTR(count_include_pad, Int, 0)
    .ATTR(dilations, ListInt, {})
    .OP_END_FACTORY_REG(AveragePool)
}  // namespace ge
