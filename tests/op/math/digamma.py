import math

import numpy as np


def derivative(x):
    if x == 0:
        return math.copysign(math.inf, -x)
    if x < 0:
        if np.isinf(x) or x == np.floor(x):
            return math.nan
        return derivative(1 - x) - math.pi / math.tan(math.pi * (x - math.floor(x)))
    if not np.isfinite(x):
        return x
    # psi(x) = psi(x + 1) - 1 / x until the asymptotic series holds.
    below = 0.0
    while x < 30:
        below += 1 / x
        x += 1
    s = 1 / (x * x)
    return math.log(x) - 0.5 / x - s * (1 / 12 - s * (1 / 120 - s * (1 / 252 - s / 240))) - below


def digamma(x):
    return np.vectorize(lambda each: derivative(float(each)), otypes=[np.float64])(x)
