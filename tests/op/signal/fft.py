import numpy as np


# A line that holds a NaN or an infinity becomes NaN altogether.
def along(x, axis, transform):
    finite = np.isfinite(x).all(axis, keepdims=True)
    with np.errstate(all="ignore"):
        y = transform(np.where(finite, x, 0), axis=axis) if x.shape[axis] else x
    nan = complex(np.nan, np.nan) if np.iscomplexobj(y) else np.nan
    return np.where(finite, y, nan) if x.shape[axis] else y


def fft(x):
    return along(x.astype(np.complex128), -1, np.fft.fft)


def ifft(x):
    return along(x.astype(np.complex128), -1, np.fft.ifft)


def fft2d(x):
    return along(fft(x), -2, np.fft.fft)


def ifft2d(x):
    return along(ifft(x), -2, np.fft.ifft)


def fitted(x, extent):
    taken = x[..., :extent]
    filled = np.zeros(x.shape[:-1] + (extent - taken.shape[-1],), x.dtype)
    return np.concatenate([taken, filled], -1)


def rfft(input, fft_length):
    signal = fitted(input.astype(np.float64), int(fft_length[0]))
    return along(signal, -1, np.fft.rfft)


# Ignores the imaginary part of the first frequency, and of the middle one of an even length.
def irfft(x, fft_length):
    length = int(fft_length[0])
    half = fitted(x.astype(np.complex128), length // 2 + 1)
    half[..., 0].imag = 0
    if length % 2 == 0:
        half[..., -1].imag = 0
    return along(half, -1, lambda y, axis: np.fft.irfft(y, length, axis))
