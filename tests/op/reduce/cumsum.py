import numpy as np


def cumsum(x, axis, exclusive, reverse):
    axis = int(axis.reshape(())) % x.ndim
    wide = x if x.dtype.kind in "iu" else x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)
    wide = np.flip(wide, axis) if reverse else wide
    y = np.cumsum(wide, axis, dtype=wide.dtype)  # integers wrap around
    if exclusive:
        y = np.roll(y, 1, axis)
        y[(slice(None),) * axis + (slice(0, 1),)] = 0
    return np.flip(y, axis) if reverse else y


def cumsum_d(x, axis, exclusive, reverse):
    return cumsum(x, np.array(axis), exclusive, reverse)
