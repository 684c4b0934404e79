import numpy as np


def lrn(x, depth_radius, bias, alpha, beta, norm_region):
    wide = x.astype(np.float64)
    channels = x.shape[1]
    sums = np.stack([(wide[:, max(c - depth_radius, 0):c + depth_radius + 1] ** 2).sum(1) for c in range(channels)], 1) \
        if channels else wide
    return wide / (bias + alpha * sums) ** beta
