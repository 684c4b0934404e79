from unique_with_counts_ext2 import unique_with_counts_ext2

import numpy as np


def unique(x, out_idx):
    return unique_with_counts_ext2(x, np.zeros(0, np.int64), out_idx, False, False)[:2]
