// CANN declares it in nn_detect_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Divides each region of x [N, C, H, W] into pooled_h by pooled_w bins and takes their maxima: y [K, C, pooled_h,
// pooled_w]. rois [K, 5]: [image, x1, y1, x2, y2], times the scales and rounded, halves away from 0; both ends belong
// to the region. A bin without elements of x, or of a region of no image, is 0. roi_actual_num is not read.
REG_OP(ROIPooling)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(rois, T)
    .OPTIONAL_INPUT(roi_actual_num, TensorType({DT_INT32}))
    .OUTPUT(y, T)
    .REQUIRED_ATTR(pooled_h, Int)
    .REQUIRED_ATTR(pooled_w, Int)
    .REQUIRED_ATTR(spatial_scale_h, Float)
    .REQUIRED_ATTR(spatial_scale_w, Float)
    .OP_END_FACTORY_REG(ROIPooling);

}  // namespace ge
