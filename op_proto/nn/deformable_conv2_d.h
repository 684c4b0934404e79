// CANN declares it in nn_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// A convolution whose windows read x beside their places, bilinearly, 0 outside. x [N, C, H, W], filter [O, C / groups,
// kh, kw], bias [O], y [N, O, H', W']. offsets [N, 3 * K, H', W'] with K = deformable_groups * kh * kw: for each tap of
// each group of channels the columns to add, then likewise the rows, then the factors (not modulated: [N, 2 * K, H',
// W'], no factors). strides and dilations: [1, 1, rows, columns]; pads: top, bottom, left, right. data_format must be
// given as NCHW.
REG_OP(DeformableConv2D)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(filter, T)
    .INPUT(offsets, T)
    .OPTIONAL_INPUT(bias, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(pads, ListInt)
    .ATTR(dilations, ListInt, {1, 1, 1, 1})
    .ATTR(groups, Int, 1)
    .ATTR(data_format, String, "NHWC")
    .ATTR(deformable_groups, Int, 1)
    .ATTR(modulated, Bool, true)
    .OP_END_FACTORY_REG(DeformableConv2D);

}  // namespace ge
