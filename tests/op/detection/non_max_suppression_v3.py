from taken_boxes import overlaps_of, taken_boxes


def non_max_suppression_v3(boxes, scores, max_output_size, iou_threshold, score_threshold, offset):
    return taken_boxes(scores, overlaps_of(boxes, offset), max_output_size, iou_threshold, score_threshold)[0]
