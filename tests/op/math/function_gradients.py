import numpy as np


def sqrt_grad(y, dy):
    return y.dtype.type(0.5) * dy / np.conj(y)


def reciprocal_grad(y, dy):
    return -dy * np.conj(y) * np.conj(y)


def asin_grad(y, dy):
    one = y.dtype.type(1)
    root = np.sqrt((one - y).astype(np.complex128) * (one + y).astype(np.complex128))
    return dy / np.conj(root.astype(y.dtype))


def sigmoid_grad(y, dy, complex_conj):
    y = np.conj(y) if complex_conj else y
    return dy * y * (y.dtype.type(1) - y)


def tanh_grad(y, dy, complex_conj):
    y = np.conj(y) if complex_conj else y
    one = y.dtype.type(1)
    return dy * ((one - y) * (one + y))
