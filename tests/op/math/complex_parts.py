import numpy as np


def complex(real, imag, Tout):
    real, imag = np.broadcast_arrays(real, imag)
    result = np.empty(real.shape, np.complex64 if real.dtype == np.float32 else np.complex128)
    result.real, result.imag = real, imag
    return result


def real(input, Tout):
    return input.real


def imag(input, Tout):
    return input.imag


def complex_abs(x, Tout):
    return np.abs(x)


def angle(input, Tout):
    return np.angle(input)


def angle_v2(x):
    if np.iscomplexobj(x):
        return np.angle(x)
    angles = np.where(x < 0, np.pi, 0).astype(np.float16 if x.dtype == np.float16 else np.float32)
    return np.where(np.isnan(x), np.nan, angles).astype(angles.dtype) if x.dtype.kind == "f" else angles


def conj(input):
    return np.conj(input)
