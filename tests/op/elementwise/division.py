import numpy as np


def real_div(x1, x2):
    return x1 / x2


def div_no_nan(x1, x2):
    return np.where(x2 == 0, 0, x1 / x2)


def mul_no_nan(x1, x2):
    return np.where(x2 == 0, 0, x1 * x2)


def xdivy(x1, x2):
    return np.where(x1 == 0, 0, x1 / x2)
