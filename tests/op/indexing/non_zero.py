import numpy as np


def non_zero(x, transpose, dtype):
    places = np.argwhere(np.atleast_1d(x) != 0) if x.ndim else np.zeros((int(x != 0), 0))
    return (places.T if transpose else places).astype(dtype)
