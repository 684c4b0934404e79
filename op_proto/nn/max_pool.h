// Maxima over windows of images, and of volumes. A NaN is the largest.
//   ksize, strides: of all axes in the order of data_format ("NHWC" or "NCHW"; volumes "NDHWC" or "NCDHW"), 1 for N
//     and C; for volumes also without N and C, or one number for all axes
//   padding, padding_mode: "VALID", "SAME" (TensorFlow's: an odd element at the end) or "CALCULATED": by pads, the
//     begin and the end of each spatial axis in turn; with ceil_mode windows that reach over the end take part, if they
//     begin before it
//   global_pooling: one window, the whole image
// CANN declares these in nn_pooling_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(MaxPool)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(ksize, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(padding, String)
    .ATTR(data_format, String, "NHWC")
    .OP_END_FACTORY_REG(MaxPool);

// MaxPool under another name.
REG_OP(MaxPoolExt2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(ksize, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(padding, String)
    .ATTR(data_format, String, "NHWC")
    .OP_END_FACTORY_REG(MaxPoolExt2);

// MaxPool with ksize and strides as inputs.
REG_OP(MaxPoolV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16}))
    .INPUT(x, T)
    .INPUT(ksize, TensorType({DT_INT32}))
    .INPUT(strides, TensorType({DT_INT32}))
    .OUTPUT(y, T)
    .REQUIRED_ATTR(padding, String)
    .ATTR(data_format, String, "NHWC")
    .OP_END_FACTORY_REG(MaxPoolV2);

REG_OP(MaxPoolV3)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16, DT_INT32, DT_INT64, DT_UINT8, DT_INT16, DT_INT8,
                             DT_UINT16}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(ksize, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .ATTR(padding_mode, String, "CALCULATED")
    .ATTR(pads, ListInt, {0, 0, 0, 0})
    .ATTR(data_format, String, "NCHW")
    .ATTR(global_pooling, Bool, false)
    .ATTR(ceil_mode, Bool, false)
    .OP_END_FACTORY_REG(MaxPoolV3);

// dilation: one entry per axis, in ksize's order. ceil_mode: 0 or 1.
REG_OP(MaxPool3D)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16, DT_INT8, DT_UINT8}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(ksize, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(padding, String)
    .ATTR(pads, ListInt, {0, 0, 0, 0, 0, 0})
    .ATTR(dilation, ListInt, {1, 1, 1, 1, 1})
    .ATTR(ceil_mode, Int, 0)
    .ATTR(data_format, String, "NDHWC")
    .OP_END_FACTORY_REG(MaxPool3D);

}  // namespace ge
