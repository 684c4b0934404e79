import numpy as np


def scatter_div(var, indices, updates, use_locking):
    row = var.shape[1:]
    ids = indices.reshape(-1)
    updates = updates.reshape(ids.shape + row)
    real = var.dtype.kind not in "iu"
    # Each quotient is rounded, and overflows, on its way to the next; integers of any size are wrapped at the end.
    y = var.astype(np.promote_types(var.dtype, np.float32) if real else object)
    with np.errstate(all="ignore"):
        for id, update in zip(ids, updates):
            if not 0 <= id < len(var):
                continue
            if real:
                y[id] /= update.astype(y.dtype)
            else:
                y[id] = np.vectorize(truncated, otypes=[object])(y[id], update.astype(object))
    return y.astype(var.dtype) if real else wrapped(y, var.dtype)


def truncated(a, b):
    if b == 0:
        return 0
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def wrapped(y, dtype):
    return np.array([int(v) % 2**64 for v in y.reshape(-1)], np.uint64).astype(dtype).reshape(y.shape)
