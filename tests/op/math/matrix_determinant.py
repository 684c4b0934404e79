import numpy as np


def matrix_determinant(x):
    if not np.iscomplexobj(x):
        return np.linalg.det(x.astype(np.float64))
    # The parts apart: where the modulus overflows, so do they, each with its sign.
    sign, logarithm = np.linalg.slogdet(x.astype(np.complex128))
    modulus = np.exp(logarithm)
    result = np.empty(sign.shape, np.complex128)
    result.real, result.imag = sign.real * modulus, sign.imag * modulus
    endless = ~np.isfinite(x).all((-2, -1))
    result[endless] = product_of_pivots(x[endless].astype(np.complex128))
    return result


def product_of_pivots(matrices):
    """Returns determinants of matrices that hold NaN or infinity: slogdet knows no sign of theirs."""
    product = np.ones(len(matrices), np.complex128)
    for each, matrix in enumerate(matrices):
        for i in range(len(matrix)):
            best = i
            for row in range(i + 1, len(matrix)):
                if np.abs(matrix[row, i]) > np.abs(matrix[best, i]):
                    best = row
            if best != i:
                matrix[[i, best]] = matrix[[best, i]]
                product[each] = -product[each]
            product[each] *= matrix[i, i]
            factors = matrix[i + 1:, i] / matrix[i, i] if matrix[i, i] else matrix[i + 1:, i]
            matrix[i + 1:, i + 1:] -= factors[:, None] * matrix[i, i + 1:]
    return product
