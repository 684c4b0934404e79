import numpy as np


def overlap(a, b):
    sides = [max(np.float32(0), min(a[i + 2], b[i + 2]) - max(a[i], b[i])) for i in (0, 1)]
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (a, b)]
    common = sides[0] * sides[1]
    return common / (areas[0] + areas[1] - common) if common > 0 and min(areas) > 0 else np.float32(-np.inf)


def non_max_suppression_v6(boxes, scores, max_output_size, iou_threshold, score_threshold, center_point_box, max_boxes_size):
    boxes = boxes.astype(np.float32)
    if center_point_box:
        half = boxes[..., 2:] / 2
        boxes = np.concatenate([boxes[..., :2] - half, boxes[..., :2] + half], -1)
    low, high = np.fmin(boxes[..., :2], boxes[..., 2:]), np.fmax(boxes[..., :2], boxes[..., 2:])
    boxes = np.concatenate([low, high] if not center_point_box else [boxes], -1)
    first = lambda x, otherwise: otherwise if x is None or x.size == 0 else x.reshape(-1)[0]
    rows = []
    for n, c in np.ndindex(scores.shape[:2]):
        taken = []
        values = scores[n, c].astype(np.float32)
        for i in np.argsort(-values, kind="stable"):
            if np.isnan(values[i]) or not values[i] > first(score_threshold, -np.inf) and score_threshold is not None:
                continue
            if len(taken) < first(max_output_size, 0) and not any(
                overlap(boxes[n, i], boxes[n, j]) > first(iou_threshold, np.float32(0)) for j in taken):
                taken.append(i)
        rows += [(n, c, i) for i in taken]
    rows = rows[:max_boxes_size] if max_boxes_size > 0 else rows
    return np.array(rows, np.int32).reshape(-1, 3)
