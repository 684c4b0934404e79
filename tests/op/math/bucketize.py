import numpy as np


def bucketize(x, boundaries, dtype, right):
    boundaries = np.array(boundaries, np.float32).astype(np.float64)
    return np.searchsorted(boundaries, x.astype(np.float64), "right" if right else "left").astype(dtype)
