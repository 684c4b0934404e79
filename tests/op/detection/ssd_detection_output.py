import numpy as np


def smaller(a, b):
    return b if b < a else a


def larger(a, b):
    return b if a < b else a


def area(box):
    return 0.0 if box[2] < box[0] or box[3] < box[1] else (box[2] - box[0]) * (box[3] - box[1])


def overlap(a, b):
    if b[0] > a[2] or b[2] < a[0] or b[1] > a[3] or b[3] < a[1]:
        return np.float64(0)
    shared = (smaller(a[2], b[2]) - larger(a[0], b[0])) * (smaller(a[3], b[3]) - larger(a[1], b[1]))
    return np.float64(shared) / np.float64(area(a) + area(b) - shared)


def decoded(delta, prior, variance, code_type, encoded):
    by = delta if encoded else variance * delta
    size = np.tile(prior[2:] - prior[:2], 2)
    if code_type != 2:
        return prior + by * (size if code_type == 3 else 1)
    centre = by[:2] * size[:2] + (prior[:2] + prior[2:]) / 2
    half = np.exp(by[2:]) * size[:2] / 2
    return np.concatenate([centre - half, centre + half])


def ssd_detection_output(bbox_delta, score, anchors, num_classes, share_location, background_label_id, iou_threshold, top_k, eta,
                         variance_encoded_in_target, code_type, keep_top_k, confidence_threshold):
    f32 = np.float32
    iou_threshold, eta, confidence_threshold = (float(f32(v)) for v in (iou_threshold, eta, confidence_threshold))
    n, most = len(bbox_delta), 1024 if keep_top_k == -1 else keep_top_k
    priors, variances = anchors.astype(np.float64).reshape(2, -1, 4)
    deltas = bbox_delta.astype(np.float64).reshape(n, len(priors), -1, 4)
    scores = score.astype(np.float64).reshape(n, len(priors), num_classes)
    counts, y = np.zeros((n, 8), np.int32), np.zeros((n, most, 8))
    y[:, :, 0] = -1
    with np.errstate(all="ignore"):
        for image in range(n):
            found = []
            for label in range(num_classes):
                if label == background_label_id:
                    continue
                of_class = scores[image, :, label]
                order = [i for i in range(len(priors)) if of_class[i] > confidence_threshold]
                order.sort(key=lambda i: -of_class[i])
                kept, least = [], iou_threshold
                for i in order if top_k == -1 else order[:top_k]:
                    box = decoded(deltas[image, i, 0 if share_location else label], priors[i], variances[i], code_type,
                                  variance_encoded_in_target)
                    if all(overlap(box, other) <= least for _, _, other in kept):
                        kept.append((of_class[i], label, box))
                        least *= eta if eta < 1 and least > 0.5 else 1
                found += kept
            if len(found) > most:
                found = sorted(sorted(found, key=lambda each: -each[0])[:most], key=lambda each: each[1])
            counts[image, 0] = len(found)
            for row, (value, label, box) in enumerate(found):
                y[image, row] = [image, label, value, *box, 0]
    return counts, y
