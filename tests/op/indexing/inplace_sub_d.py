import numpy as np


def inplace_sub_d(x, v, indices):
    y = x.astype(np.float64) if x.dtype.kind == "f" else x.copy()
    for id, row in zip(indices, v):
        if 0 <= id < len(x):
            y[id] -= row
    return y.astype(x.dtype)
