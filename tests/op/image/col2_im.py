import numpy as np


def col2_im(input, image_shape, block_shape, dilations, pads, strides):
    n = len(image_shape)
    dilations, strides, pads = list(dilations) or [1] * n, list(strides) or [1] * n, list(pads) or [0] * (2 * n)
    image, block = [int(e) for e in image_shape], [int(e) for e in block_shape]
    counts = [(image[i] + pads[i] + pads[i + n] - dilations[i] * (block[i] - 1) - 1) // strides[i] + 1 for i in range(n)]
    if int(np.prod(counts)) != input.shape[2]:
        raise ValueError("the blocks don't fit")
    channels = input.shape[1] // int(np.prod(block))
    wide = input if input.dtype.kind in "biu" else input.astype(np.result_type(input, np.float64))
    x = wide.reshape([input.shape[0], channels] + block + counts)
    y = np.zeros([input.shape[0], channels] + [image[i] + pads[i] + pads[i + n] for i in range(n)], wide.dtype)
    for at in np.ndindex(*block):
        window = tuple(slice(at[i] * dilations[i], at[i] * dilations[i] + (counts[i] - 1) * strides[i] + 1, strides[i])
                       for i in range(n))
        y[(slice(None),) * 2 + window] += x[(slice(None),) * 2 + at]
    return y[(slice(None),) * 2 + tuple(slice(pads[i], pads[i] + image[i]) for i in range(n))]
