import numpy as np


def matrix_determinant(x):
    return np.linalg.det(x.astype(np.complex128 if np.iscomplexobj(x) else np.float64))
