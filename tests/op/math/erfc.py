import math

import numpy as np


def erfc(x):
    return np.vectorize(math.erfc, otypes=[np.float64])(x)
