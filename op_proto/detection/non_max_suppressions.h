// Boxes taken by their scores, best first, of equal scores the first box first. A box is two opposite corners
// [y1, x1, y2, x2].
// CANN declares these in image_ops.h, nn_detect_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The indices of at most max_output_size of boxes [n, 4] with scores [n]. A box is skipped when its intersection over
// union with a box taken before is above iou_threshold, or when its score isn't above score_threshold or is NaN.
REG_OP(NonMaxSuppression)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(boxes, T)
    .INPUT(scores, T)
    .INPUT(max_output_size, TensorType({DT_INT32}))
    .OUTPUT(selected_indices, TensorType({DT_INT32}))
    .ATTR(iou_threshold, Float, 0.5f)
    .OP_END_FACTORY_REG(NonMaxSuppression);

REG_OP(NonMaxSuppressionV2)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(boxes, T)
    .INPUT(scores, T)
    .INPUT(max_output_size, TensorType({DT_INT32}))
    .INPUT(iou_threshold, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OUTPUT(selected_indices, TensorType({DT_INT32}))
    .OP_END_FACTORY_REG(NonMaxSuppressionV2);

// offset, 0 or 1: added to a side's length, the difference of its corners.
REG_OP(NonMaxSuppressionV3)
    .DATATYPE(T1, TensorType({DT_FLOAT16, DT_FLOAT}))
    .DATATYPE(T2, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(boxes, T1)
    .INPUT(scores, T1)
    .INPUT(max_output_size, TensorType({DT_INT32}))
    .INPUT(iou_threshold, T2)
    .INPUT(score_threshold, T2)
    .OUTPUT(selected_indices, TensorType({DT_INT32}))
    .ATTR(offset, Int, 0)
    .OP_END_FACTORY_REG(NonMaxSuppressionV3);

// valid_outputs: the number of boxes taken. With pad_to_max_output_size zeros follow up to max_output_size.
REG_OP(NonMaxSuppressionV4)
    .DATATYPE(T1, TensorType({DT_FLOAT16, DT_FLOAT}))
    .DATATYPE(T2, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(boxes, T1)
    .INPUT(scores, T1)
    .INPUT(max_output_size, TensorType({DT_INT32}))
    .INPUT(iou_threshold, T2)
    .INPUT(score_threshold, T2)
    .OUTPUT(selected_indices, TensorType({DT_INT32}))
    .OUTPUT(valid_outputs, TensorType({DT_INT32}))
    .ATTR(pad_to_max_output_size, Bool, false)
    .OP_END_FACTORY_REG(NonMaxSuppressionV4);

// NonMaxSuppression with soft scores. With a soft_nms_sigma above 0 an overlap o with a box taken before does not drop
// a box: it multiplies the box's score by exp(-o^2 / (2 soft_nms_sigma)), above iou_threshold by 0. selected_scores:
// the remaining scores. T is the scores' dtype.
REG_OP(NonMaxSuppressionV5)
    .DATATYPE(T1, TensorType({DT_FLOAT16, DT_FLOAT}))
    .DATATYPE(T2, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(boxes, T1)
    .INPUT(scores, T1)
    .INPUT(max_output_size, TensorType({DT_INT32}))
    .INPUT(iou_threshold, T2)
    .INPUT(score_threshold, T2)
    .INPUT(soft_nms_sigma, T2)
    .OUTPUT(selected_indices, TensorType({DT_INT32}))
    .OUTPUT(selected_scores, T1)
    .OUTPUT(valid_outputs, TensorType({DT_INT32}))
    .ATTR(pad_to_max_output_size, Bool, false)
    .REQUIRED_ATTR(T, Type)
    .OP_END_FACTORY_REG(NonMaxSuppressionV5);

// NonMaxSuppression with given overlaps, [n, n].
REG_OP(NonMaxSuppressionWithOverlaps)
    .DATATYPE(T1, TensorType({DT_FLOAT16, DT_FLOAT}))
    .DATATYPE(T2, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(overlaps, T1)
    .INPUT(scores, T1)
    .INPUT(max_output_size, TensorType({DT_INT32}))
    .INPUT(overlap_threshold, T2)
    .INPUT(score_threshold, T2)
    .OUTPUT(selected_indices, TensorType({DT_INT32}))
    .OP_END_FACTORY_REG(NonMaxSuppressionWithOverlaps);

// Rows [batch, class, box] of boxes [batches, boxes, 4] taken by scores [batches, classes, boxes]. Each batch and class
// has at most max_output_size rows (absent: none), best first, of equal scores the first box first. A box is skipped
// when its intersection over union with a box taken before is above iou_threshold (absent: 0), or when its score isn't
// above score_threshold (absent: any score is) or is NaN. A box is two opposite corners [y1, x1, y2, x2], with
// center_point_box 1 [x centre, y centre, width, height]. max_boxes_size: the most rows of all batches and classes, 0:
// no limit.
REG_OP(NonMaxSuppressionV6)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .INPUT(boxes, T)
    .INPUT(scores, T)
    .OPTIONAL_INPUT(max_output_size, TensorType({DT_INT32, DT_INT64}))
    .OPTIONAL_INPUT(iou_threshold, TensorType({DT_FLOAT}))
    .OPTIONAL_INPUT(score_threshold, TensorType({DT_FLOAT}))
    .OUTPUT(selected_indices, TensorType({DT_INT32}))
    .ATTR(center_point_box, Int, 0)
    .ATTR(max_boxes_size, Int, 0)
    .OP_END_FACTORY_REG(NonMaxSuppressionV6);

}  // namespace ge
