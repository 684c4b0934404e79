import numpy as np


def cumprod(x, axis, exclusive, reverse):
    axis = int(axis.reshape(()))
    wide = x.astype(np.float64) if x.dtype.kind not in "iu" else x
    wide = np.flip(wide, axis) if reverse else wide
    y = np.cumprod(wide, axis=axis, dtype=wide.dtype)
    if exclusive:
        y = np.roll(y, 1, axis)
        y[(slice(None),) * (axis % y.ndim) + (slice(0, 1),)] = 1
    return np.flip(y, axis) if reverse else y
