// CANN declares these in nn_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// Convolution of quantized tensors, exact in int32: (x - x_zero_point) with (filter - filter_zero_point); padding
// counts as x_zero_point. Source: ONNX ConvInteger-10.
// x: [N, C, D1 … Dk]; filter: [O, C / group, K1 … Kk]; x_zero_point: one number; filter_zero_point: one number or [O];
// y: [N, O, …]. Attributes as for Conv.
REG_OP(ConvInteger)
    .DATATYPE(T1, TensorType({DT_INT8, DT_UINT8}))
    .DATATYPE(T2, TensorType({DT_INT8, DT_UINT8}))
    .INPUT(x, T1)
    .INPUT(filter, T2)
    .OPTIONAL_INPUT(x_zero_point, T1)
    .OPTIONAL_INPUT(filter_zero_point, T2)
    .OUTPUT(y, TensorType({DT_INT32}))
    .ATTR(auto_pad, String, "NOTSET")
    .ATTR(kernel_shape, ListInt, {})
    .ATTR(strides, ListInt, {})
    .ATTR(pads, ListInt, {})
    .ATTR(dilations, ListInt, {})
    .ATTR(group, Int, 1)
    .OP_END_FACTORY_REG(ConvInteger)

    // ConvInteger with scales: y = saturate(round((convolution + bias) * x_scale * filter_scale / y_scale) +
    // y_zero_point), halves rounding to even. Source: ONNX QLinearConv-10. x_scale, y_scale and their zero points: one
    // number; filter_scale, filter_zero_point: one number or [O]; bias: [O], in units of x_scale * filter_scale; y has
    // y_zero_point's dtype.
    REG_OP(QLinearConv)
    .DATATYPE(T1, TensorType({DT_INT8, DT_UINT8}))
    .DATATYPE(T2, TensorType({DT_INT8, DT_UINT8}))
    .DATATYPE(T3, TensorType({DT_INT8, DT_UINT8}))
    .INPUT(x, T1)
    .INPUT(x_scale, TensorType({DT_FLOAT}))
    .INPUT(x_zero_point, T1)
    .INPUT(filter, T2)
    .INPUT(filter_scale, TensorType({DT_FLOAT}))
    .INPUT(filter_zero_point, T2)
    .INPUT(y_scale, TensorType({DT_FLOAT}))
    .INPUT(y_zero_point, T3)
    .OPTIONAL_INPUT(bias, TensorType({DT_INT32}))
    .OUTPUT(y, T3)
    .ATTR(auto_pad, String, "NOTSET")
    .ATTR(kernel_shape, ListInt, {})
    .ATTR(strides, ListInt, {})
    .ATTR(pads, ListInt, {})
    .ATTR(dilations, ListInt, {})
    .ATTR(group, Int, 1)
    .OP_END_FACTORY_REG(QLinearConv)
}  // namespace ge
