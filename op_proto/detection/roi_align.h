// CANN declares it in nn_detect_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Divides each region of features [N, C, H, W] into pooled_height by pooled_width bins: y [K, C, pooled_height,
// pooled_width]. rois [K, 5]: [image, x1, y1, x2, y2], times spatial_scale. A bin is the mean (pool_mode avg) or the
// greatest weighted neighbour (max) of sample_num by sample_num places, read bilinearly. sample_num 0: as many places
// as the bin has elements, rounded up. Places are computed in double for features of double, else in float. A place
// outside of the image by more than 1 counts as 0. roi_end_mode 0: the region as it is; 1: x2 and y2 are one more
// before they are scaled; 2 and 3: all corners less 0.5. In all modes but 2 a region is at least 1 by 1. A region of no
// image, or with a corner beyond 10^6 elements, is 0. rois_n is not read.
REG_OP(ROIAlign)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(features, T)
    .INPUT(rois, T)
    .OPTIONAL_INPUT(rois_n, TensorType({DT_INT32}))
    .OUTPUT(y, T)
    .REQUIRED_ATTR(spatial_scale, Float)
    .REQUIRED_ATTR(pooled_height, Int)
    .REQUIRED_ATTR(pooled_width, Int)
    .ATTR(sample_num, Int, 2)
    .ATTR(roi_end_mode, Int, 1)
    .ATTR(pool_mode, String, "avg")
    .OP_END_FACTORY_REG(ROIAlign);

}  // namespace ge
