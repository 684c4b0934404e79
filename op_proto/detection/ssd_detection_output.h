// CANN declares it in nn_detect_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// SSD's detections: boxes bbox_delta [N, priors * classes or 1 * 4] around the boxes of anchors [1, 2, priors * 4]
// (corners, then factors), with the scores score [N, priors * num_classes]. Each class but the background keeps the
// top_k best boxes above confidence_threshold of which none overlaps a better one by more than iou_threshold. While
// iou_threshold is above 0.5, each kept box multiplies it by eta. All classes together keep the keep_top_k best.
//
// code_type: 1 deltas of corners, 2 of centre and size, 3 of corners by size. y [N, keep_top_k or 1024, 8]: [image,
// class, score, x1, y1, x2, y2, 0], by class, then score, and rows of image -1 behind them. out_boxnum [N, 8]: the
// number of detections, then zeros.
REG_OP(SSDDetectionOutput)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16}))
    .INPUT(bbox_delta, T)
    .INPUT(score, T)
    .INPUT(anchors, T)
    .OUTPUT(out_boxnum, TensorType({DT_INT32}))
    .OUTPUT(y, T)
    .ATTR(num_classes, Int, 2)
    .ATTR(share_location, Bool, true)
    .ATTR(background_label_id, Int, 0)
    .ATTR(iou_threshold, Float, 0.3f)
    .ATTR(top_k, Int, 200)
    .ATTR(eta, Float, 1.0f)
    .ATTR(variance_encoded_in_target, Bool, false)
    .ATTR(code_type, Int, 1)
    .ATTR(keep_top_k, Int, -1)
    .ATTR(confidence_threshold, Float, 0.0f)
    .OP_END_FACTORY_REG(SSDDetectionOutput);

}  // namespace ge
