from arg_min import arg_min


def arg_min_d(x, dimension, dtype):
    return arg_min(x, dimension, dtype)
