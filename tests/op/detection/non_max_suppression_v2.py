from taken_boxes import overlaps_of, taken_boxes


def non_max_suppression_v2(boxes, scores, max_output_size, iou_threshold):
    return taken_boxes(scores, overlaps_of(boxes), max_output_size, iou_threshold, None)[0]
