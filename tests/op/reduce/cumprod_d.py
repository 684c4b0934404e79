import numpy as np

from cumprod import cumprod


def cumprod_d(x, axis, exclusive, reverse):
    return cumprod(x, np.int64(axis), exclusive, reverse)
