import numpy as np


def masked_select(x, mask):
    x, mask = np.broadcast_arrays(x, mask)
    return x[mask]
