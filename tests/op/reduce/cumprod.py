import numpy as np


def cumprod(x, axis, exclusive, reverse):
    axis = int(axis.reshape(()))
    wide = x if x.dtype.kind in "iu" else x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)
    wide = np.flip(wide, axis) if reverse else wide
    y = complex_products(wide, axis) if x.dtype.kind == "c" else np.cumprod(wide, axis=axis, dtype=wide.dtype)
    if exclusive:
        y = np.roll(y, 1, axis)
        y[(slice(None),) * (axis % y.ndim) + (slice(0, 1),)] = 1
    return np.flip(y, axis) if reverse else y


# Leaves out a factor 1, though 1 times an infinity beside a 0 would be NaN.
def complex_products(x, axis):
    y = np.moveaxis(x.copy(), axis, 0)
    for i in range(1, len(y)):
        y[i] = np.where(y[i - 1] == 1, y[i], y[i - 1] * y[i])
    return np.moveaxis(y, 0, axis)


def cumprod_d(x, axis, exclusive, reverse):
    return cumprod(x, np.array(axis), exclusive, reverse)
