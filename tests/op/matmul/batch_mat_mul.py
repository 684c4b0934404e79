import numpy as np

from mat_mul import product, with_bias


def adjoint(x, adj):
    return np.conj(np.swapaxes(x, -1, -2)) if adj else x


def batch_mat_mul(x1, x2, adj_x1, adj_x2, bias=None):
    return with_bias(product(adjoint(x1, adj_x1), adjoint(x2, adj_x2)), bias, x1.dtype)


def batch_mat_mul_v2(x1, x2, bias, offset_w, adj_x1, adj_x2, offset_x):
    return batch_mat_mul(x1, x2, adj_x1, adj_x2, bias)
