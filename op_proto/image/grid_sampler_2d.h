// CANN declares it in image_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// x ([N, C, H, W]) sampled at grid ([N, H', W', 2]: column, row; -1 and 1 are x's borders, with align_corners the
// centres of its outermost elements). interpolation_mode: bilinear, nearest (halves to even), bicubic; padding_mode:
// zeros, border, reflection. NaN in the grid is sampled at -1.
REG_OP(GridSampler2D)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .INPUT(x, T)
    .INPUT(grid, T)
    .OUTPUT(y, T)
    .ATTR(interpolation_mode, String, "bilinear")
    .ATTR(padding_mode, String, "zeros")
    .ATTR(align_corners, Bool, false)
    .OP_END_FACTORY_REG(GridSampler2D);

}  // namespace ge
