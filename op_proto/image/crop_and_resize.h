// CANN declares it in image_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Resizes boxes of images x (NHWC, or NCHW if x's description says so) to crop_size. A box is [y1, x1, y2, x2] of image
// box_index, where 0 and 1 are the image's first and last element. method: bilinear, nearest (halves up). Places
// outside of the image, and NaN, give extrapolation_value. As in TensorFlow. y has the dtype of the boxes.
REG_OP(CropAndResize)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(x, TensorType({DT_UINT8, DT_UINT16, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .INPUT(boxes, T)
    .INPUT(box_index, TensorType({DT_INT32}))
    .INPUT(crop_size, TensorType({DT_INT32}))
    .OUTPUT(y, T)
    .ATTR(extrapolation_value, Float, 0)
    .ATTR(method, String, "bilinear")
    .OP_END_FACTORY_REG(CropAndResize);

REG_OP(CropAndResizeD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(boxes, T)
    .INPUT(box_index, TensorType({DT_INT32}))
    .OUTPUT(y, T)
    .REQUIRED_ATTR(crop_size, ListInt)
    .ATTR(extrapolation_value, Float, 0)
    .ATTR(method, String, "bilinear")
    .OP_END_FACTORY_REG(CropAndResizeD);

// CropAndResize with y in `dtype`; integers are cut off and saturate.
REG_OP(CropAndResizeV2)
    .INPUT(x, TensorType({DT_UINT8, DT_UINT16, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .INPUT(boxes, TensorType({DT_FLOAT}))
    .INPUT(box_index, TensorType({DT_INT32}))
    .INPUT(crop_size, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_UINT8, DT_FLOAT16, DT_FLOAT}))
    .ATTR(extrapolation_value, Float, 0)
    .ATTR(method, String, "bilinear")
    .ATTR(dtype, Type, DT_FLOAT)
    .OP_END_FACTORY_REG(CropAndResizeV2);

}  // namespace ge
