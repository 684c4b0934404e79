import numpy as np


def cumulative_logsumexp(x, axis, exclusive, reverse):
    axis = int(axis.reshape(()))
    wide = x.astype(np.float64)
    wide = np.flip(wide, axis) if reverse else wide
    with np.errstate(invalid="ignore"):
        y = np.logaddexp.accumulate(wide, axis=axis) if wide.size else wide
    if exclusive and y.size:
        y = np.roll(y, 1, axis)
        y[(slice(None),) * (axis % y.ndim) + (slice(0, 1),)] = -np.inf
    return np.flip(y, axis) if reverse else y
