import numpy as np


def matrix_inverse(x, adjoint):
    wide = x.astype(np.complex128 if np.iscomplexobj(x) else np.float64)
    try:
        y = np.linalg.inv(wide)
    except np.linalg.LinAlgError as error:
        raise Refused(str(error))
    return np.conj(np.swapaxes(y, -1, -2)) if adjoint else y
