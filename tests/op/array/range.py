import numpy as np


def range(start, limit, delta):
    count = max(0, int(np.ceil((limit - start) / delta)))
    return start + np.arange(count).astype(start.dtype) * delta
