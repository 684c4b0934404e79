import numpy as np


def dft(input, dft_length, axis, inverse, onesided):
    axis = (-2 if axis is None or axis.size == 0 else int(axis.reshape(()))) % input.ndim
    wide = input.astype(np.float64)
    signal = wide[..., 0] + (1j * wide[..., 1] if input.shape[-1] == 2 else 0)
    half = inverse and onesided
    length = 2 * (input.shape[axis] - 1) if half else input.shape[axis]
    if dft_length is not None and dft_length.size:
        length = int(dft_length.reshape(()))
    if half:
        return np.fft.irfft(signal, length, axis)[..., None]
    y = (np.fft.ifft if inverse else np.fft.fft)(signal, length, axis)
    if onesided:
        y = np.take(y, np.arange(length // 2 + 1), axis)
    return np.stack([y.real, y.imag], -1)
