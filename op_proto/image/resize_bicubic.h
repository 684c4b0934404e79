// CANN declares it in image_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Resizes images (NHWC, or NCHW if their description says so) to the height and width `size`, cubic in both axes, as in
// TensorFlow. With half_pixel_centers: Keys' cubic (-0.5) over the elements inside; else -0.75 over a border that is
// continued. Distances are in steps of 1 / 1024. `dtype` is y's; integers are cut off and saturate.
REG_OP(ResizeBicubic)
    .INPUT(images,
           TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .INPUT(size, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_UINT8, DT_FLOAT}))
    .ATTR(align_corners, Bool, false)
    .ATTR(half_pixel_centers, Bool, false)
    .ATTR(dtype, Type, DT_FLOAT)
    .OP_END_FACTORY_REG(ResizeBicubic);

// The gradient of ResizeBicubic for original_image, in its dtype.
REG_OP(ResizeBicubicGrad)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE}))
    .INPUT(grads, TensorType({DT_FLOAT}))
    .INPUT(original_image, T)
    .OUTPUT(y, T)
    .ATTR(align_corners, Bool, false)
    .ATTR(half_pixel_centers, Bool, false)
    .OP_END_FACTORY_REG(ResizeBicubicGrad);

}  // namespace ge
