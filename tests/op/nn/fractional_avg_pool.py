import numpy as np
from fractional_regions import pool


def fractional_avg_pool(x, pooling_ratio, pseudo_random, overlapping, deterministic, seed, seed2):
    def mean(region):
        count = region.shape[1] * region.shape[2]
        if not np.issubdtype(region.dtype, np.integer):
            return region.astype(np.float64).sum((1, 2)) / count
        sums = region.astype(object).sum((1, 2))
        return np.vectorize(lambda s: abs(s) // count * (1 if s > 0 else -1), otypes=[region.dtype])(sums)

    return pool(x, pooling_ratio, pseudo_random, overlapping, seed, seed2, mean)
