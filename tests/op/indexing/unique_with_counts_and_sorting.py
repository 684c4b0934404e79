from unique_with_counts_ext2 import unique_with_counts_ext2

import numpy as np


def unique_with_counts_and_sorting(x, return_inverse, return_counts, sorted):
    y, _, count, place = unique_with_counts_ext2(x, np.zeros(0, np.int64), np.int64, True, True)
    none = np.zeros(0, np.int64)
    return y, place.reshape(x.shape) if return_inverse else none, count if return_counts else none
