// CANN declares it in nn_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Convolution (cross-correlation). Source: ONNX Conv-11.
// x: [N, C, D1 … Dk]; filter: [O, C / group, K1 … Kk]; bias: [O]; y: [N, O, …].
// strides, dilations: one per spatial axis, empty for all 1; pads: begins, then ends, empty for all 0; auto_pad:
// NOTSET, VALID, SAME_UPPER or SAME_LOWER; kernel_shape: empty, or the filter's spatial shape.
REG_OP(Conv)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(filter, T)
    .OPTIONAL_INPUT(bias, T)
    .OUTPUT(y, T)
    .ATTR(auto_pad, String, "NOTSET")
    .ATTR(kernel_shape, ListInt, {})
    .ATTR(strides, ListInt, {})
    .ATTR(pads, ListInt, {})
    .ATTR(dilations, ListInt, {})
    .ATTR(group, Int, 1)
    .OP_END_FACTORY_REG(Conv)
}  // namespace ge
