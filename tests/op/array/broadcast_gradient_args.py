import numpy as np


def broadcast_gradient_args(x1, x2):
    rank = max(len(x1), len(x2))
    if list(x1) == list(x2):
        return x1[:0], x2[:0]
    shapes = [[1] * (rank - len(x)) + list(x) for x in (x1, x2)]
    return tuple(np.array([axis for axis in range(rank) if shape[axis] == 1], x1.dtype) for shape in shapes)
