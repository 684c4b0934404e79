import numpy as np


def dilation2_d(x, filter, strides, rates, padding_mode, pads, ceil_mode, data_format):
    height, width, channels = filter.shape
    steps, spread = strides[1:3], rates[1:3]
    out, begins = [], []
    for i, kernel in enumerate((height, width)):
        span, extent = spread[i] * (kernel - 1) + 1, x.shape[1 + i]
        if padding_mode == "SAME":
            out.append(-(-extent // steps[i]))
            begins.append(max((out[-1] - 1) * steps[i] + span - extent, 0) // 2)
            continue
        before, behind = (0, 0) if padding_mode == "VALID" else pads[2 * i:2 * i + 2]
        up = steps[i] - 1 if padding_mode == "CALCULATED" and ceil_mode else 0
        out.append((extent + before + behind - span + up) // steps[i] + 1)
        begins.append(before)
    info = np.iinfo if np.issubdtype(x.dtype, np.integer) else np.finfo
    y = np.full((x.shape[0], out[0], out[1], channels), info(x.dtype).min, x.dtype)
    for n, i, j, h, w in np.ndindex(x.shape[0], out[0], out[1], height, width):
        row, column = i * steps[0] - begins[0] + h * spread[0], j * steps[1] - begins[1] + w * spread[1]
        if 0 <= row < x.shape[1] and 0 <= column < x.shape[2]:
            y[n, i, j] = np.fmax(y[n, i, j], x[n, row, column] + filter[h, w])
    return y
