// CANN declares it in image_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// ONNX's Resize with its modes: x sampled along every axis. `sizes` are y's extents. Without them (absent, or no
// elements) the extents are `scales` times x's extents, rounded down. If both are given, the scales and not the extents
// give the distance of places. A scale stands for the fraction with the smallest denominator, up to 8192, that rounds
// to this float: 0.6 for 3/5. Places that are elements of x are exact. Only tf_crop_and_resize reads roi: all starts
// and then all ends, as parts of the axes. Integers are cut off towards 0 and saturate.
REG_OP(Resize)
    .INPUT(x, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_FLOAT, DT_DOUBLE,
                          DT_BF16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .OPTIONAL_INPUT(roi, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .OPTIONAL_INPUT(scales, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(sizes, TensorType({DT_INT64, DT_INT32}))
    .OUTPUT(y, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_FLOAT, DT_DOUBLE,
                           DT_BF16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .ATTR(coordinate_transformation_mode, String, "half_pixel")
    .ATTR(cubic_coeff_a, Float, -0.75)
    .ATTR(exclude_outside, Int, 0)
    .ATTR(extrapolation_value, Float, 0.0)
    .ATTR(mode, String, "nearest")
    .ATTR(nearest_mode, String, "round_prefer_floor")
    .ATTR(antialias, Int, 0)
    .OP_END_FACTORY_REG(Resize);

// Resize along the last of x's spatial axes, whose extents are `sizes`. data_format: the spatial axes lie behind N and
// C, or between them. If `scales` are given, they and not the extents give the distance of places. roi has entries for
// these axes only.
REG_OP(ResizeD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(sizes, ListInt)
    .ATTR(scales, ListFloat, {})
    .ATTR(roi, ListInt, {})
    .ATTR(coordinate_transformation_mode, String, "half_pixel")
    .ATTR(cubic_coeff_a, Float, -0.75)
    .ATTR(exclude_outside, Int, 0)
    .ATTR(extrapolation_value, Float, 0.0)
    .ATTR(mode, String, "nearest")
    .ATTR(nearest_mode, String, "round_prefer_floor")
    .ATTR(data_format, String, "NCHW")
    .OP_END_FACTORY_REG(ResizeD);

// The gradient of ResizeD for an x of shape original_size; scales and roi have entries for all spatial axes.
REG_OP(ResizeGradD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(grads, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(original_size, ListInt)
    .ATTR(roi, ListInt, {})
    .ATTR(scales, ListFloat, {})
    .ATTR(coordinate_transformation_mode, String, "half_pixel")
    .ATTR(cubic_coeff_a, Float, -0.75)
    .ATTR(exclude_outside, Int, 0)
    .ATTR(extrapolation_value, Float, 0.0)
    .ATTR(mode, String, "nearest")
    .ATTR(nearest_mode, String, "round_prefer_floor")
    .ATTR(data_format, String, "NCHW")
    .OP_END_FACTORY_REG(ResizeGradD);

}  // namespace ge
