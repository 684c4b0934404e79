from unique_with_counts_ext2 import key

import numpy as np


def unique_consecutive(x, return_idx, return_counts, axis):
    slices = x.reshape(-1, 1) if axis == 1000 else np.moveaxis(x, axis, 0).reshape(x.shape[axis], -1 if x.size else 0)
    keys = [key(row.tolist()) for row in slices]
    first = [i for i in range(len(keys)) if i == 0 or keys[i] != keys[i - 1]]
    count = np.diff(np.array(first + [len(keys)], np.int64))
    place = np.repeat(np.arange(len(first), dtype=np.int64), count)
    y = x.reshape(-1)[first] if axis == 1000 else np.take(x, np.array(first, np.int64), axis)
    none = np.zeros(0, np.int64)
    shaped = place.reshape(x.shape) if axis == 1000 else place
    return y, shaped if return_idx else none, count if return_counts else none
