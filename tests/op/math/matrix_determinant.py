import numpy as np


def matrix_determinant(x):
    return np.linalg.det(x.astype(np.float64))
