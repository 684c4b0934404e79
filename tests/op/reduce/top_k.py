import numpy as np


def top_k(x, k, axis, largest, sorted):
    # Upwards by value with NaN last; downwards that reversed, but equal values in the order of their indices.
    indices = np.argsort(x, axis=axis, kind="stable")
    if largest:
        backwards = np.argsort(np.flip(x, axis), axis=axis, kind="stable")
        indices = x.shape[axis] - 1 - np.flip(backwards, axis)
    indices = np.take(indices, np.arange(int(k.reshape(()))), axis)
    return np.take_along_axis(x, indices, axis), indices
