// ONNX has these and Ascend IR does not; CANN declares what is like them in quantize_ops.h:
// CANN declares these in quantize_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// y = saturate(round(x / y_scale) + y_zero_point), halves rounding to even. Source: ONNX QuantizeLinear-21.
// x: any shape; y_scale, y_zero_point: one number, or one for each index of `axis`; with block_size B > 0 of x's rank,
// extent ceil(D / B) where x has D along `axis`, else x's. y_zero_point may also be one number beside several scales; y
// has its dtype, uint8 without one. A NaN gives 0.
REG_OP(QuantizeLinear)
    .DATATYPE(T, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16}))
    .INPUT(x, TensorType({DT_FLOAT, DT_INT32}))
    .INPUT(y_scale, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(y_zero_point, T)
    .OUTPUT(y, T)
    .ATTR(axis, Int, 1)
    .ATTR(block_size, Int, 0)
    .OP_END_FACTORY_REG(QuantizeLinear)

    // y = (x - x_zero_point) * x_scale. Source: ONNX DequantizeLinear-21. Shapes as of QuantizeLinear.
    REG_OP(DequantizeLinear)
    .DATATYPE(T, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32}))
    .INPUT(x, T)
    .INPUT(x_scale, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(x_zero_point, T)
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(axis, Int, 1)
    .ATTR(block_size, Int, 0)
    .OP_END_FACTORY_REG(DequantizeLinear)
}  // namespace ge
