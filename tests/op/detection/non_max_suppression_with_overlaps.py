from taken_boxes import taken_boxes


def non_max_suppression_with_overlaps(overlaps, scores, max_output_size, overlap_threshold, score_threshold):
    given = overlaps.astype("float32")
    return taken_boxes(scores, lambda i, j: given[i, j], max_output_size, overlap_threshold, score_threshold)[0]
