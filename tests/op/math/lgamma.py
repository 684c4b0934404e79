import math

import numpy as np


def logarithm(x):
    if np.isinf(x) or x <= 0 and x == np.floor(x):
        return np.inf
    try:
        return math.lgamma(float(x))
    except OverflowError:
        return np.inf


def lgamma(x):
    return np.vectorize(logarithm, otypes=[np.float64])(x)
