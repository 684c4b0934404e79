// CANN declares it in image_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Resizes x ([N, C, D, H, W]), linear in all three axes between centres of elements or, with align_corners, from corner
// to corner, as in PyTorch. The spatial extents are output_size, or x's extents times `scales`, rounded down.
REG_OP(UpsampleTrilinear3d)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(output_size, ListInt, {})
    .ATTR(scales, ListFloat, {})
    .ATTR(align_corners, Bool, false)
    .OP_END_FACTORY_REG(UpsampleTrilinear3d);

// The gradient of UpsampleTrilinear3d for an x of shape input_size.
REG_OP(UpsampleTrilinear3dGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .INPUT(grad_output, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(input_size, ListInt)
    .ATTR(output_size, ListInt, {})
    .ATTR(scales, ListFloat, {})
    .ATTR(align_corners, Bool, false)
    .OP_END_FACTORY_REG(UpsampleTrilinear3dGrad);

}  // namespace ge
