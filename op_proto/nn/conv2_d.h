// Convolution (cross-correlation) of images, and of volumes. strides and dilations name all axes in the order of
// data_format, 1 for N and C; pads are the begin and the end of each spatial axis in turn. All -1 is SAME: as many
// outputs as strides that begin in the image, the padding halved, the odd element at the end.
//   "NHWC": x [N, H, W, C], filter [KH, KW, C / groups, O], y [N, OH, OW, O]; volumes "NDHWC"
//   "NCHW": x [N, C, H, W], filter [O, C / groups, KH, KW], y [N, O, OH, OW]; volumes "NCDHW"
// bias: [O], of x's dtype or float. Of int8 bias and y are int32, and offset_x, -128 to 127, is what the padding holds
// and what is taken from each element of x. offset_w is reserved: must be absent.
// CANN declares these in nn_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(Conv2D)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT8, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(filter, T)
    .OPTIONAL_INPUT(bias, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_BF16, DT_DOUBLE}))
    .OPTIONAL_INPUT(offset_w, TensorType({DT_INT8}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_BF16, DT_DOUBLE}))
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(pads, ListInt)
    .ATTR(dilations, ListInt, {1, 1, 1, 1})
    .ATTR(groups, Int, 1)
    .ATTR(data_format, String, "NHWC")
    .ATTR(offset_x, Int, 0)
    .OP_END_FACTORY_REG(Conv2D);

REG_OP(Conv3D)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT8, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(filter, T)
    .OPTIONAL_INPUT(bias, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_BF16, DT_DOUBLE}))
    .OPTIONAL_INPUT(offset_w, TensorType({DT_INT8}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_BF16, DT_DOUBLE}))
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(pads, ListInt)
    .ATTR(dilations, ListInt, {1, 1, 1, 1, 1})
    .ATTR(groups, Int, 1)
    .ATTR(data_format, String, "NDHWC")
    .ATTR(offset_x, Int, 0)
    .OP_END_FACTORY_REG(Conv3D);

// A convolution in which each channel has filters of its own: filter [KH, KW, C, M] or [M, C, KH, KW]. Channel c of x
// gives the channels c * M to c * M + M - 1 of y.
REG_OP(DepthwiseConv2D)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT8, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(filter, T)
    .OPTIONAL_INPUT(bias, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_BF16, DT_DOUBLE}))
    .OPTIONAL_INPUT(offset_w, TensorType({DT_FLOAT16, DT_INT8}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_BF16, DT_DOUBLE}))
    .REQUIRED_ATTR(strides, ListInt)
    .ATTR(dilations, ListInt, {1, 1, 1, 1})
    .REQUIRED_ATTR(pads, ListInt)
    .ATTR(data_format, String, "NHWC")
    .ATTR(offset_x, Int, 0)
    .OP_END_FACTORY_REG(DepthwiseConv2D);

}  // namespace ge
