// CANN declares it in image_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Resizes images (NHWC, or NCHW if their description says so) to the height and width `size`: each element is the mean
// of the area that it covers, as in TensorFlow.
REG_OP(ResizeArea)
    .INPUT(images,
           TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .INPUT(size, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(align_corners, Bool, false)
    .OP_END_FACTORY_REG(ResizeArea);

}  // namespace ge
