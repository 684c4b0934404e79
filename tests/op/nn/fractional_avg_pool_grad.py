import numpy as np
from fractional_regions import regions


def fractional_avg_pool_grad(orig_input_tensor_shape, out_backprop, row_pooling_sequence, col_pooling_sequence,
                             overlapping):
    y = np.zeros(orig_input_tensor_shape, np.float64)
    for i, j, at in regions(row_pooling_sequence, col_pooling_sequence, y.shape, overlapping):
        count = y[at].shape[1] * y[at].shape[2]
        if count:
            y[at] += (out_backprop[:, i, j].astype(np.float64) / count)[:, None, None]
    if np.issubdtype(out_backprop.dtype, np.integer):
        ends = np.iinfo(out_backprop.dtype)
        y = [ends.max if v >= ends.max else ends.min if v <= ends.min else int(v) for v in y.reshape(-1)]
    return np.array(y, out_backprop.dtype).reshape(orig_input_tensor_shape)
