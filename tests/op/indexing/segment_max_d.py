import numpy as np


def segment_max_d(x, segment_ids):
    rows = max(segment_ids, default=-1) + 1
    y = np.zeros((rows,) + x.shape[1:], x.dtype)
    ids = np.array(segment_ids, np.int64)
    for id in set(segment_ids):
        y[id] = np.max(x[ids == id], axis=0)
    return y
