import numpy as np


def count_values(x, bins):
    return np.bincount(x[(x >= 0) & (x < bins)], minlength=bins)
