import numpy as np


def squared_difference(x1, x2):
    return (x1 - x2) * np.conj(x1 - x2)


def xlogy(x1, x2):
    return np.where(x1 == 0, 0, wide(x1) * np.log(wide(x2)))


def xlog1py(x, y):
    return np.where(x == 0, 0, wide(x) * log_one_plus(wide(y)))


def approximate_equal(x1, x2, tolerance):
    return np.abs(x1 - x2) < np.float32(tolerance)


def wide(x):
    return x.astype(np.complex128 if np.iscomplexobj(x) else np.float64)


# Avoids numpy.log1p, which loses what lies near 0 for complex numbers.
def log_one_plus(y):
    real = np.where(np.abs(y) < 0.25, np.log1p(y.real * (2 + y.real) + y.imag ** 2) / 2, np.log(np.hypot(1 + y.real, y.imag)))
    result = np.empty(y.shape, np.complex128)
    result.real, result.imag = real, np.arctan2(y.imag, 1 + y.real)
    return result
