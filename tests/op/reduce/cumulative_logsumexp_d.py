import numpy as np

from cumulative_logsumexp import cumulative_logsumexp


def cumulative_logsumexp_d(x, axis, exclusive, reverse):
    return cumulative_logsumexp(x, np.int64(axis), exclusive, reverse)
