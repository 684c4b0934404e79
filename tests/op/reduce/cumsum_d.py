import numpy as np

from cumsum import cumsum


def cumsum_d(x, axis, exclusive, reverse):
    return cumsum(x, np.int64(axis), exclusive, reverse)
