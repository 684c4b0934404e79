import numpy as np


def conjugate_transpose(x, perm):
    y = np.transpose(x, perm)
    return np.conj(y) if np.iscomplexobj(y) else y
