import numpy as np


def element(plane, row, column):
    """Interpolates between the elements; 0 outside."""
    if not (-1 < row < plane.shape[0] and -1 < column < plane.shape[1]):
        return 0.0
    padded = np.pad(plane, 1)
    top, left = int(np.floor(row)), int(np.floor(column))
    r, c = row - top, column - left
    terms = [((1 - r) * (1 - c), 0, 0), ((1 - r) * c, 0, 1), (r * (1 - c), 1, 0), (r * c, 1, 1)]
    return sum(weight * padded[top + 1 + i, left + 1 + j] for weight, i, j in terms if weight)


def deformable_conv2_d(x, filter, offsets, bias, strides, pads, dilations, groups, data_format, deformable_groups,
                       modulated):
    x, w, offsets = (a.astype(np.float64) for a in (x, filter, offsets))
    taps = w.shape[2] * w.shape[3]
    parts = offsets.reshape((x.shape[0], -1, deformable_groups, taps) + offsets.shape[2:])
    y = np.zeros((x.shape[0], w.shape[0]) + offsets.shape[2:])
    for n, i, j in np.ndindex(y.shape[0], y.shape[2], y.shape[3]):
        read = np.zeros((x.shape[1], taps))
        for c, t in np.ndindex(*read.shape):
            g = c // (x.shape[1] // deformable_groups)
            row = i * strides[2] - pads[0] + t // w.shape[3] * dilations[2] + parts[n, 1, g, t, i, j]
            column = j * strides[3] - pads[2] + t % w.shape[3] * dilations[3] + parts[n, 0, g, t, i, j]
            read[c, t] = element(x[n, c], row, column) * (parts[n, 2, g, t, i, j] if modulated else 1)
        for o in range(w.shape[0]):
            first = o // (w.shape[0] // groups) * w.shape[1]
            y[n, o, i, j] = (read[first:first + w.shape[1]] * w[o].reshape(w.shape[1], taps)).sum()
    return y if bias is None else y + bias.astype(np.float64).reshape(-1, 1, 1)
