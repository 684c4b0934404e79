import numpy as np
from fractional_regions import regions


def fractional_max_pool_grad(orig_input, orig_output, out_backprop, row_pooling_sequence, col_pooling_sequence,
                             overlapping):
    wide = np.uint64 if np.issubdtype(orig_input.dtype, np.integer) else np.float64
    y = np.zeros(orig_input.shape, wide)
    given = out_backprop.astype(np.int64).view(np.uint64) if wide == np.uint64 else out_backprop
    for i, j, at in regions(row_pooling_sequence, col_pooling_sequence, orig_input.shape, overlapping):
        region, sums = orig_input[at], y[at]
        for n, c in np.ndindex(region.shape[0], region.shape[3]):
            plane = region[n, :, :, c]
            if plane.size:
                sums[n, :, :, c][np.unravel_index(np.argmax(plane), plane.shape)] += given[n, i, j, c]
    return (y.view(np.int64) if wide == np.uint64 else y).astype(orig_input.dtype)
