import numpy as np

from taken_boxes import overlaps_of, padded, taken_boxes


def non_max_suppression_v4(boxes, scores, max_output_size, iou_threshold, score_threshold, pad_to_max_output_size):
    taken = taken_boxes(scores, overlaps_of(boxes), max_output_size, iou_threshold, score_threshold)[0]
    return padded(taken, max_output_size, pad_to_max_output_size), np.array(len(taken), np.int32)
