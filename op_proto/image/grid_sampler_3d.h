// CANN declares it in image_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// GridSampler2D with one more axis: x [N, C, D, H, W], grid [N, D', H', W', 3] (column, row, depth). bilinear stands
// for trilinear, bicubic for tricubic. data_format: NCDHW.
REG_OP(GridSampler3D)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .INPUT(x, T)
    .INPUT(grid, T)
    .OUTPUT(y, T)
    .ATTR(interpolation_mode, String, "bilinear")
    .ATTR(padding_mode, String, "zeros")
    .ATTR(data_format, String, "NCDHW")
    .ATTR(align_corners, Bool, false)
    .OP_END_FACTORY_REG(GridSampler3D);

}  // namespace ge
