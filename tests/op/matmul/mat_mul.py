import numpy as np


# BLAS leaves out what is multiplied by zero, also where that is infinite or NaN.
def times(a, b):
    if np.isfinite(a).all() and np.isfinite(b).all():
        return a @ b
    if a.ndim == 1 or b.ndim == 1:
        rows = times(a[None, :] if a.ndim == 1 else a, b[:, None] if b.ndim == 1 else b)
        rows = rows[..., 0, :] if a.ndim == 1 else rows
        return rows[..., 0] if b.ndim == 1 else rows
    return (a[..., :, :, None] * b[..., None, :, :]).sum(axis=-2)


# Computes the parts of complex numbers apart, as real products, so that a sum with a non-finite term isn't finite.
def product(x1, x2):
    if not np.iscomplexobj(x1):
        wide = np.int64 if x1.dtype.kind in "iu" else np.float64
        return times(x1.astype(wide), x2.astype(wide))
    a, b = x1.real.astype(np.float64), x1.imag.astype(np.float64)
    c, d = x2.real.astype(np.float64), x2.imag.astype(np.float64)
    real, imag = times(a, c) - times(b, d), times(a, d) + times(b, c)
    result = np.empty(np.shape(real), np.complex128)
    result.real, result.imag = real, imag
    return result


def swapped(x, transpose):
    return np.swapaxes(x, -1, -2) if transpose else x


def with_bias(y, bias, dtype):
    y = y if bias is None else y + bias.astype(y.dtype)
    return y.astype(dtype) if dtype.kind in "iu" else y  # integers wrap around


def mat_mul(x1, x2, bias, transpose_x1, transpose_x2):
    return with_bias(product(swapped(x1, transpose_x1), swapped(x2, transpose_x2)), bias, x1.dtype)


def mat_mul_v2(x1, x2, bias, offset_w, transpose_x1, transpose_x2, offset_x):
    return mat_mul(x1, x2, bias, transpose_x1, transpose_x2)
