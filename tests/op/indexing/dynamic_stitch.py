import numpy as np


def dynamic_stitch(indices, x, N):
    flat = np.concatenate([each.ravel() for each in indices])
    if flat.size and flat.min() < 0:
        raise Refused("an index is negative")
    slices = [each.reshape((index.size,) + each.shape[index.ndim:]) for index, each in zip(indices, x)]
    y = np.zeros((flat.max(initial=-1) + 1,) + slices[0].shape[1:], x[0].dtype)
    for index, each in zip(flat, np.concatenate(slices)):
        y[index] = each
    return y
