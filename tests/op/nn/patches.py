import numpy as np


def patches(x, ksizes, strides, rates, padding):
    """Windows over the axes between the first and the last one, as channels."""
    kernel, steps, spread, extents = ksizes[1:-1], strides[1:-1], rates[1:-1], x.shape[1:-1]
    out, begins = [], []
    for size, step, rate, extent in zip(kernel, steps, spread, extents):
        span = rate * (size - 1) + 1
        out.append(-(-extent // step) if padding == "SAME" else (extent - span) // step + 1)
        begins.append(max((out[-1] - 1) * step + span - extent, 0) // 2 if padding == "SAME" else 0)
    y = np.zeros((x.shape[0], *out, *kernel, x.shape[-1]), x.dtype)
    for place in np.ndindex(*out):
        for tap in np.ndindex(*kernel):
            at = [p * step - begin + t * rate for p, t, step, begin, rate in zip(place, tap, steps, begins, spread)]
            if all(0 <= a < extent for a, extent in zip(at, extents)):
                y[(slice(None), *place, *tap)] = x[(slice(None), *at)]
    return y.reshape(x.shape[0], *out, -1)
