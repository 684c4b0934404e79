import numpy as np

from taken_boxes import overlaps_of, padded, taken_boxes


def non_max_suppression_v5(boxes, scores, max_output_size, iou_threshold, score_threshold, soft_nms_sigma,
                           pad_to_max_output_size, T):
    taken, left = taken_boxes(scores, overlaps_of(boxes), max_output_size, iou_threshold, score_threshold, soft_nms_sigma)
    pad = pad_to_max_output_size
    return padded(taken, max_output_size, pad), padded(left, max_output_size, pad), np.array(len(taken), np.int32)
