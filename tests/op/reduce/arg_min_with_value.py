import numpy as np

from arg_max_with_value import arg_max_with_value


def arg_min_with_value(x, dimension, keep_dims):
    return arg_max_with_value(x, dimension, keep_dims, np.argmin)
