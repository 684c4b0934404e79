import statistics

import numpy as np


def quantile(p):
    if not 0 <= p <= 1:
        return np.nan
    return -np.inf if p == 0 else np.inf if p == 1 else statistics.NormalDist().inv_cdf(float(p))


def ndtri(x):
    return np.vectorize(quantile, otypes=[np.float64])(x)
