import numpy as np


def dropout(x, ratio, training_mode, seed):
    return x, np.ones(x.shape, bool)
