// CANN declares it in nn_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Transposed convolution, the gradient of Conv with respect to its input. Source: ONNX ConvTranspose-11.
// x: [N, C, D1 … Dk]; filter: [C, O / group, K1 … Kk]; bias: [O]; y: [N, O, …], extents
// (D - 1) * stride + (K - 1) * dilation + 1 - pads + output_padding. output_shape: empty, or y's spatial extents, from
// which the pads follow; so they do with auto_pad SAME_UPPER and SAME_LOWER (D * stride). Other attributes as for Conv.
REG_OP(ConvTranspose)
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
    .ATTR(output_padding, ListInt, {})
    .ATTR(output_shape, ListInt, {})
    .OP_END_FACTORY_REG(ConvTranspose)
}  // namespace ge
