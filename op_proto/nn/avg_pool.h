// Means over windows of images, of volumes and of rows; attributes as of the maxima (max_pool.h). Sums are at least
// float. A mean's divisor is, in this order:
//   divisor_override, if it is above 0
//   the number of the window's elements in the image: AvgPool, with exclusive, without count_include_pad
//   otherwise the number of its elements with padding, but without the rest that ceil_mode adds behind it
// CANN declares these in nn_pooling_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(AvgPool)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(ksize, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(padding, String)
    .ATTR(data_format, String, "NHWC")
    .OP_END_FACTORY_REG(AvgPool);

REG_OP(AvgPoolV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(ksize, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .ATTR(padding_mode, String, "CALCULATED")
    .ATTR(pads, ListInt, {0, 0, 0, 0})
    .ATTR(data_format, String, "NCHW")
    .ATTR(global_pooling, Bool, false)
    .ATTR(ceil_mode, Bool, false)
    .ATTR(exclusive, Bool, true)
    .ATTR(divisor_override, Int, 0)
    .OP_END_FACTORY_REG(AvgPoolV2);

// pads that are all -1 mean SAME: as many outputs as strides that begin in the volume.
REG_OP(AvgPool3D)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(ksize, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(pads, ListInt)
    .ATTR(ceil_mode, Bool, false)
    .ATTR(count_include_pad, Bool, true)
    .ATTR(divisor_override, Int, 0)
    .ATTR(data_format, String, "NDHWC")
    .OP_END_FACTORY_REG(AvgPool3D);

// filter, multiplier: the attributes' values as tensors, for hardware that has no windows; not read.
REG_OP(AvgPool3DD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .INPUT(x, T)
    .OPTIONAL_INPUT(filter, T)
    .OPTIONAL_INPUT(multiplier, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(ksize, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(pads, ListInt)
    .ATTR(ceil_mode, Bool, false)
    .ATTR(count_include_pad, Bool, true)
    .ATTR(divisor_override, Int, 0)
    .ATTR(data_format, String, "NDHWC")
    .OP_END_FACTORY_REG(AvgPool3DD);

// Means over the last axis, of any rank; pads are its begin and its end. Integers are divided towards 0.
REG_OP(AvgPool1D)
    .DATATYPE(T,
              TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(ksize, Int)
    .REQUIRED_ATTR(strides, Int)
    .REQUIRED_ATTR(pads, ListInt)
    .ATTR(ceil_mode, Bool, false)
    .ATTR(count_include_pad, Bool, false)
    .OP_END_FACTORY_REG(AvgPool1D);

// assist_matrix: the divisors as numbers; not read.
REG_OP(AvgPool1DD)
    .DATATYPE(T,
              TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .INPUT(x, T)
    .INPUT(assist_matrix, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(ksize, Int)
    .REQUIRED_ATTR(strides, Int)
    .REQUIRED_ATTR(pads, ListInt)
    .ATTR(ceil_mode, Bool, false)
    .ATTR(count_include_pad, Bool, false)
    .OP_END_FACTORY_REG(AvgPool1DD);

}  // namespace ge
