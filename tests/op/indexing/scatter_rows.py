import numpy as np


def scatter_mul(var, indices, updates, use_locking):
    result = var.copy()
    for index, update in zip(indices.ravel(), updates.reshape((-1,) + var.shape[1:])):
        if 0 <= index < len(result):
            result[index] = result[index] * update
    return result


def index_add(var, indices, updates, alpha, axis):
    result = np.moveaxis(var.copy(), axis, 0)
    for index, update in zip(indices, np.moveaxis(updates, axis, 0)):
        if 0 <= index < len(result):
            result[index] = result[index] + (update if alpha is None else update * alpha.ravel()[0])
    return np.moveaxis(result, 0, axis)


def inplace_index_add(var, indices, updates, alpha, axis):
    return index_add(var, indices, updates, alpha, axis)
