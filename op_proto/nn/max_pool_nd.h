// CANN declares it in nn_pooling_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Maximum over windows. Source: ONNX MaxPool-12.
// x: [N, C, D1 … Dk]; y: [N, C, …]; indices: [N, C, …], the flat position of each maximum in x (storage_order 1:
// counted with the spatial axes column-major). Attributes as in Conv, except that kernel_shape is required; ceil_mode:
// round the output extent up.
REG_OP(MaxPoolND)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_DOUBLE, DT_INT8, DT_UINT8}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .OUTPUT(indices, TensorType({DT_INT64}))
    .REQUIRED_ATTR(kernel_shape, ListInt)
    .ATTR(auto_pad, String, "NOTSET")
    .ATTR(strides, ListInt, {})
    .ATTR(pads, ListInt, {})
    .ATTR(dilations, ListInt, {})
    .ATTR(ceil_mode, Int, 0)
    .ATTR(storage_order, Int, 0)
    .OP_END_FACTORY_REG(MaxPoolND)
}  // namespace ge
