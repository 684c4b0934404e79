import numpy as np


def matrix_determinant(x):
    if not np.iscomplexobj(x):
        return np.linalg.det(x.astype(np.float64))
    # The parts apart: where the modulus overflows, so do they, each with its sign.
    sign, logarithm = np.linalg.slogdet(x.astype(np.complex128))
    modulus = np.exp(logarithm)
    result = np.empty(sign.shape, np.complex128)
    result.real, result.imag = sign.real * modulus, sign.imag * modulus
    return result
