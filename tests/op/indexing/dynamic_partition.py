import numpy as np


def dynamic_partition(x, partitions, num_partitions):
    if partitions.size and not 0 <= partitions.min() <= partitions.max() < num_partitions:
        raise Refused("a partition is outside")
    return [x[partitions == i] for i in range(num_partitions)]
