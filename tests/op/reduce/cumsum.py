import numpy as np


def cumsum(x, axis, exclusive, reverse):
    axis = int(axis.reshape(())) % x.ndim
    wide = x.astype(np.float64) if x.dtype.kind == "f" else x
    wide = np.flip(wide, axis) if reverse else wide
    y = np.cumsum(wide, axis, dtype=wide.dtype)  # integers wrap around
    if exclusive:
        y = np.roll(y, 1, axis)
        y[(slice(None),) * axis + (slice(0, 1),)] = 0
    return np.flip(y, axis) if reverse else y
