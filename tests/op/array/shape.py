import numpy as np

TYPES = {3: np.int32, 9: np.int64}


def shape(x, dtype):
    return np.array(x.shape, TYPES[dtype])
