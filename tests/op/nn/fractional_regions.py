"""Borders and regions of fractional pools of images [N, H, W, C]."""
import pathlib
import sys

import numpy as np

sys.path.append(str(pathlib.Path(__file__).parent.parent / "random"))
from philox import uniform  # noqa: E402


def borders(length, count, pseudo_random, drawn):
    if not pseudo_random:
        lengths = [length // count + (i < length % count) for i in range(count)]
        for i in range(count - 1, 0, -1):
            other = int(drawn[i] * (i + 1))
            lengths[i], lengths[other] = lengths[other], lengths[i]
        return np.cumsum([0] + lengths)
    step = length / count
    most = min((np.floor(step) + 2) / step - 1, (length + 1 - np.floor(step)) / step - (count - 1))
    inner = np.ceil(step * (np.arange(1, count) + (1 - drawn[0]) * most)) - 1
    return np.concatenate([[0], inner, [length]]).astype(np.int64)


def regions(rows, columns, shape, overlapping):
    """Yields (row, column, the slices of all images that are that region)."""
    def spans(axis, extent):
        ends = np.minimum(np.minimum(axis[1:], extent) + int(overlapping), extent)
        return [slice(int(max(a, 0)), int(max(max(a, 0), e))) for a, e in zip(axis[:-1], ends)]

    for i, row in enumerate(spans(rows, shape[1])):
        for j, column in enumerate(spans(columns, shape[2])):
            yield i, j, (slice(None), row, column)


def pool(x, pooling_ratio, pseudo_random, overlapping, seed, seed2, reduce):
    ratio = np.asarray(pooling_ratio, np.float32).astype(np.float64)
    counts = [int(np.floor(x.shape[a] / ratio[a])) for a in (1, 2)]
    drawn = uniform(sum(counts) + 1, 53, seed, seed2)
    rows = borders(x.shape[1], counts[0], pseudo_random, drawn)
    columns = borders(x.shape[2], counts[1], pseudo_random, drawn[counts[0]:])
    y = np.zeros((x.shape[0], counts[0], counts[1], x.shape[3]), x.dtype)
    for i, j, region in regions(rows, columns, x.shape, overlapping):
        y[:, i, j] = reduce(x[region])
    return y, rows, columns
