import numpy as np


def top_k(x, k, dim, largest, sorted):
    # Upwards by value with NaN last; downwards that reversed, but equal values in the order of their indices.
    indices = np.argsort(x, axis=dim, kind="stable")
    if largest:
        backwards = np.argsort(np.flip(x, dim), axis=dim, kind="stable")
        indices = x.shape[dim] - 1 - np.flip(backwards, dim)
    indices = np.take(indices, np.arange(int(k.reshape(()))), dim)
    return np.take_along_axis(x, indices, dim), indices
