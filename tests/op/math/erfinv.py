import math

import numpy as np


def inverse(x):
    if not abs(x) < 1:
        return math.copysign(math.inf, x) if abs(x) == 1 else math.nan
    # Bisection: erf grows, and no double is further out than 6.
    low, high = 0.0, 6.0
    for _ in range(200):
        middle = (low + high) / 2
        # Near 1 erf keeps no digits, what is missing to 1 does.
        below = math.erf(middle) < abs(x) if abs(x) < 0.5 else math.erfc(middle) > 1 - abs(x)
        low, high = (middle, high) if below else (low, middle)
    # Near 0 a fixed number of halvings keeps no digits; there erf is a straight line.
    small = abs(x) * math.sqrt(math.pi) / 2
    return math.copysign(small if abs(x) < 1e-9 else high, x)


def erfinv(input_x):
    return np.vectorize(inverse, otypes=[np.float64])(input_x)
