// CANN declares it in nn_detect_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The [batch, class, box] of boxes [batches, boxes, 4] taken by scores [batches, classes, boxes], for each batch and class
// at most max_output_size (absent: none), best first, of equal scores the first box first. A box is passed over when its
// intersection over union with one taken before is above iou_threshold (absent: 0), when its score isn't above
// score_threshold (absent: any score is) or is NaN. A box is two opposite corners [y1, x1, y2, x2], with center_point_box
// 1 [x centre, y centre, width, height]. max_boxes_size: the most rows of all batches and classes, 0: no limit.
REG_OP(NonMaxSuppressionV6)
    .INPUT(boxes, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(scores, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OPTIONAL_INPUT(max_output_size, TensorType({DT_INT32, DT_INT64}))
    .OPTIONAL_INPUT(iou_threshold, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(score_threshold, TensorType({DT_FLOAT}))
    .OUTPUT(selected_indices, TensorType({DT_INT32}))
    .ATTR(center_point_box, Int, 0)
    .ATTR(max_boxes_size, Int, 0)
    .OP_END_FACTORY_REG(NonMaxSuppressionV6);

}  // namespace ge
