// CANN declares it in nn_pooling_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Caffe's pools of images in the order of data_format ("NCHW" or "NHWC").
//   mode: 0 the maximum, 1 the mean, which includes the padding, but not the rest that rounding up adds behind it
//   window, stride: {height, width}; pad: {top, bottom, left, right}, each below the window; dilation: of the rows
//     twice, of the columns twice
//   ceil_mode: 0 rounds the extents up, 1 down; windows begin in the image or before it
//   global_pooling: one window, the whole image
// For int8 there is only the maximum, as int32.
REG_OP(Pooling)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT8, DT_DOUBLE, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_DOUBLE, DT_BF16}))
    .ATTR(mode, Int, 0)
    .ATTR(global_pooling, Bool, false)
    .ATTR(window, ListInt, {1, 1})
    .ATTR(stride, ListInt, {1, 1})
    .ATTR(pad, ListInt, {0, 0, 0, 0})
    .ATTR(dilation, ListInt, {1, 1, 1, 1})
    .ATTR(ceil_mode, Int, 0)
    .ATTR(data_format, String, "NCHW")
    .OP_END_FACTORY_REG(Pooling);

}  // namespace ge
