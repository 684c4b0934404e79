// CANN declares it in nn_pooling_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Greyscale morphological dilation: y is the maximum of x + filter over each window. x [N, H, W, C], filter [rows,
// columns, C]. Pixels outside of the image have no part; a window wholly outside gives the least finite number. strides
// and rates: [1, rows, columns, 1]. padding_mode is SAME, VALID or CALCULATED, by pads [top, bottom, left, right] and
// ceil_mode. data_format must be NHWC. Source: TensorFlow's Dilation2D.
REG_OP(Dilation2D)
    .DATATYPE(T,
              TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT8, DT_INT16, DT_INT8, DT_UINT16}))
    .INPUT(x, T)
    .INPUT(filter, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(rates, ListInt)
    .ATTR(padding_mode, String, "SAME")
    .ATTR(pads, ListInt, {0, 0, 0, 0})
    .ATTR(ceil_mode, Bool, false)
    .ATTR(data_format, String, "NHWC")
    .OP_END_FACTORY_REG(Dilation2D);

}  // namespace ge
