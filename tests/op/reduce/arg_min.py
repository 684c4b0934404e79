import numpy as np

from arg_max import arg_max


def arg_min(x, axis, keepdims, select_last_index):
    return arg_max(x, axis, keepdims, select_last_index, np.argmin)
