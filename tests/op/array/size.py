import numpy as np

TYPES = {3: np.int32, 9: np.int64}


def size(x, dtype):
    return TYPES[dtype](x.size)
