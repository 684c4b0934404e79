import numpy as np


def max_unpool(x, indices, output_shape, kernel_shape, pads, strides):
    n = len(kernel_shape)
    pads, strides = list(pads) or [0] * (2 * n), list(strides) or [1] * n
    shape = list(x.shape[:2]) + [
        (x.shape[i + 2] - 1) * strides[i] + kernel_shape[i] - pads[i] - pads[i + n] for i in range(n)]
    flat = np.zeros(int(np.prod(shape)), x.dtype)
    for place, value in zip(indices.reshape(-1), x.reshape(-1)):
        if not 0 <= place < flat.size:
            raise Refused("no place %d" % place)
        flat[place] = value
    y = np.zeros(shape if output_shape is None else output_shape, x.dtype)
    y[tuple(slice(0, extent) for extent in shape)] = flat.reshape(shape)
    return y
