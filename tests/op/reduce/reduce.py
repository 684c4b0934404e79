import numpy as np


# In the order of the elements, which decides what a product with infinities is; 1 changes nothing.
def product(x, axes, keep_dims):
    axes = tuple(np.unique(np.asarray(axes, np.int64).ravel() % max(x.ndim, 1))) or tuple(range(x.ndim))
    kept = [axis for axis in range(x.ndim) if axis not in axes]
    rows = x.transpose(kept + list(axes)).reshape([x.shape[axis] for axis in kept] + [-1]).astype(np.complex128)
    result = np.ones(rows.shape[:-1], np.complex128)
    for i in range(rows.shape[-1]):
        result = np.where(result == 1, rows[..., i], result * rows[..., i])
    return result.reshape([1 if axis in axes else x.shape[axis] for axis in range(x.ndim)]) if keep_dims else result


def reduce_prod(x, axes, keep_dims):
    return product(x, axes, keep_dims)


def reduce_prod_d(x, axes, keep_dims):
    return product(x, axes, keep_dims)
