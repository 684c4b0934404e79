from fractional_regions import pool


def fractional_max_pool(x, pooling_ratio, pseudo_random, overlapping, deterministic, seed, seed2):
    return pool(x, pooling_ratio, pseudo_random, overlapping, seed, seed2, lambda region: region.max((1, 2)))
