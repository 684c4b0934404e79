// CANN declares it in transformation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The grid at which GridSampler2D and 3D sample, from an affine map. output_size [N, C, H, W] and theta [N, 2, 3] give
// y [N, H, W, 2]; [N, C, D, H, W] and [N, 3, 4] give [N, D, H, W, 3]. y is theta times (column, row, …, 1), each from
// -1 to 1. With align_corners -1 and 1 are the centres of the outermost elements, else their borders.
REG_OP(AffineGrid)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(theta, T)
    .INPUT(output_size, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, T)
    .ATTR(align_corners, Bool, false)
    .OP_END_FACTORY_REG(AffineGrid);

}  // namespace ge
