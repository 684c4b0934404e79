import numpy as np

from non_max_suppression_v6 import overlap


def overlaps_of(boxes, offset=0):
    boxes = boxes.astype(np.float32)
    low, high = np.fmin(boxes[:, :2], boxes[:, 2:]), np.fmax(boxes[:, :2], boxes[:, 2:])
    boxes = np.concatenate([low, high + np.float32(offset)], -1)
    return lambda i, j: overlap(boxes[i], boxes[j])


def taken_boxes(scores, overlaps, count, threshold, score_threshold, sigma=0):
    first = lambda x: np.float32(np.asarray(x).reshape(-1)[0])
    threshold, sigma = first(threshold), first(sigma)
    limit = None if score_threshold is None else first(score_threshold)
    counts = lambda score: not np.isnan(score) and (limit is None or score > limit)
    waiting = [[i, score, 0] for i, score in enumerate(scores.astype(np.float32)) if counts(score)]
    taken = []
    while waiting and len(taken) < int(np.asarray(count).reshape(-1)[0]):
        best = min(waiting, key=lambda one: (-one[1], one[0]))
        waiting.remove(best)
        index, score, seen = best
        covered = False
        for other, _ in reversed(taken[seen:]):
            if covered or not counts(score):
                break
            shared = overlaps(index, other)
            if sigma > 0:
                reach = max(shared, np.float32(0))
                score *= np.float32(0) if shared > threshold else np.exp(np.float32(-0.5) / sigma * reach * reach)
            else:
                covered = shared > threshold
        if covered:
            continue
        if score == best[1]:
            taken.append((index, score))
        elif counts(score):
            waiting.append([index, score, len(taken)])
    return np.array([i for i, _ in taken], np.int32), np.array([s for _, s in taken], scores.dtype)


def padded(values, count, pad):
    size = max(0, int(np.asarray(count).reshape(-1)[0])) - len(values)
    return np.concatenate([values, np.zeros(size, values.dtype)]) if pad else values
