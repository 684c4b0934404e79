import numpy as np


def arg_max(x, axis, keepdims, select_last_index, choose=np.argmax):
    # NumPy, too, takes the first of equal ones, and NaN for the largest and for the smallest.
    if select_last_index:
        return x.shape[axis] - 1 - choose(np.flip(x, axis), axis=axis, keepdims=bool(keepdims))
    return choose(x, axis=axis, keepdims=bool(keepdims))
