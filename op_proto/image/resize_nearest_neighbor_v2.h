// CANN declares it in image_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Images x (NHWC, or NCHW if x's description says so) with the height and width `size`. Each element is x's nearest
// element below its place, or with align_corners the nearest one, halves upwards. half_pixel_centers: places are
// centres of elements. TensorFlow's roundings to float decide.
REG_OP(ResizeNearestNeighborV2)
    .DATATYPE(T, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_FLOAT,
                             DT_DOUBLE, DT_BF16}))
    .INPUT(x, T)
    .INPUT(size, TensorType({DT_INT32}))
    .OUTPUT(y, T)
    .ATTR(align_corners, Bool, false)
    .ATTR(half_pixel_centers, Bool, false)
    .OP_END_FACTORY_REG(ResizeNearestNeighborV2);

REG_OP(ResizeNearestNeighborV2D)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT8, DT_UINT8}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(size, ListInt)
    .ATTR(align_corners, Bool, false)
    .ATTR(half_pixel_centers, Bool, false)
    .OP_END_FACTORY_REG(ResizeNearestNeighborV2D);

// The gradient of ResizeNearestNeighborV2. y, images of the height and width `size`: each element is the sum of the
// `grads` of the elements that were taken from it.
REG_OP(ResizeNearestNeighborV2Grad)
    .DATATYPE(T, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_FLOAT,
                             DT_DOUBLE, DT_BF16}))
    .INPUT(grads, T)
    .INPUT(size, TensorType({DT_INT32}))
    .OUTPUT(y, T)
    .ATTR(align_corners, Bool, false)
    .ATTR(half_pixel_centers, Bool, false)
    .OP_END_FACTORY_REG(ResizeNearestNeighborV2Grad);

REG_OP(ResizeNearestNeighborV2GradD)
    .INPUT(grads, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .REQUIRED_ATTR(size, ListInt)
    .ATTR(align_corners, Bool, false)
    .ATTR(half_pixel_centers, Bool, false)
    .OP_END_FACTORY_REG(ResizeNearestNeighborV2GradD);

}  // namespace ge
