// CANN declares it in image_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Resizes x ([N, C, W], [N, C, D, H, W]): each element is x's element below its place, as in PyTorch. output_size has
// the spatial extents; without it they are x's extents times `scales`, rounded down. In one dimension both may be
// given: the scales then give the distance of places.
REG_OP(UpsampleNearest1d)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(output_size, ListInt)
    .ATTR(scales, ListFloat, {})
    .OP_END_FACTORY_REG(UpsampleNearest1d);

REG_OP(UpsampleNearest3d)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_UINT8}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(output_size, ListInt, {})
    .ATTR(scales, ListFloat, {})
    .OP_END_FACTORY_REG(UpsampleNearest3d);

// The gradients for an x of shape input_size: each element is the sum of the gradients of the elements taken from it.
REG_OP(UpsampleNearest1dGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .INPUT(grad_output, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(input_size, ListInt)
    .REQUIRED_ATTR(output_size, ListInt)
    .ATTR(scales, ListFloat, {})
    .OP_END_FACTORY_REG(UpsampleNearest1dGrad);

REG_OP(UpsampleNearest3dGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_UINT8}))
    .INPUT(grad_output, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(input_size, ListInt)
    .ATTR(output_size, ListInt, {})
    .ATTR(scales, ListFloat, {})
    .OP_END_FACTORY_REG(UpsampleNearest3dGrad);

}  // namespace ge
