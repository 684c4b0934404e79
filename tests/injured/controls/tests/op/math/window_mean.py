import numpy as np


def window_mean(x, radius):
    y = np.empty(x.shape, np.float64)
    for i in range(x.shape[-1]):
        y[..., i] = np.mean(x[..., max(0, i - radius) : i + radius + 1].astype(np.float64), axis=-1)
    return y
