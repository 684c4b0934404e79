import numpy as np


def matrix_inverse(x, adjoint):
    wide = x.astype(np.complex128 if np.iscomplexobj(x) else np.float64)
    # A matrix with NaN or infinity has no inverse that is worth a number.
    broken = ~np.isfinite(wide).all(axis=(-2, -1), keepdims=True)
    try:
        y = np.linalg.inv(np.where(broken, np.eye(x.shape[-1]), wide))
    except np.linalg.LinAlgError as error:
        raise Refused(str(error))
    y = np.where(broken, np.nan, y)
    return np.conj(np.swapaxes(y, -1, -2)) if adjoint else y
