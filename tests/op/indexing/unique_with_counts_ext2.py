import builtins

import numpy as np


def key(values):
    return tuple((value != value, 0 if value != value else value) for value in values)


def unique_with_counts_ext2(x, axis, out_idx, sorted, return_inverse):
    at = int(axis.reshape(-1)[0]) if axis.size else None
    slices = x.reshape(-1, 1) if at is None else np.moveaxis(x, at, 0).reshape(x.shape[at], x.size // max(1, x.shape[at]))
    keys = [key(row.tolist()) for row in slices]
    firsts, counts = {}, {}
    for i, k in enumerate(keys):
        firsts.setdefault(k, i)
        counts[k] = counts.get(k, 0) + 1
    order = builtins.sorted(firsts) if sorted else list(firsts)
    place = {k: i for i, k in enumerate(order)}
    inverse = np.array([place[k] for k in keys], out_idx)
    first = np.array([firsts[k] for k in order], out_idx)
    count = np.array([counts[k] for k in order], out_idx)
    y = x.reshape(-1)[first.astype(np.int64)] if at is None else np.take(x, first.astype(np.int64), at)
    return (y, first, count, inverse) if return_inverse else (y, inverse, count, np.zeros(0, out_idx))
