import numpy as np


def ones_like(x):
    return np.ones_like(x)
