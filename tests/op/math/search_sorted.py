import numpy as np


def search_sorted(sorted_sequence, values, sorter, dtype, right):
    if sorter is not None:
        outside = sorter[(sorter < 0) | (sorter >= sorted_sequence.shape[-1])]
        if outside.size:
            raise Refused("no place %d in a row" % outside[0])
        sorted_sequence = np.take_along_axis(sorted_sequence, sorter, -1)
    return places(sorted_sequence, values, right, dtype)


def places(sorted_rows, values, right, dtype):
    """Searches by halves, step by step: the search ends at one place also where the numbers aren't sorted."""
    extent = sorted_rows.shape[-1]
    shape = values.shape
    if values.size == 0 or extent == 0:
        return np.zeros(shape, dtype)
    values = values.reshape(-1, shape[-1] if shape else 1)
    rows = np.broadcast_to(sorted_rows.reshape(int(np.prod(sorted_rows.shape[:-1])), extent), (len(values), extent))
    begin = np.zeros(values.shape, np.int64)
    count = np.full(values.shape, extent, np.int64)
    while count.any():
        half = count // 2
        number = np.take_along_axis(rows, np.minimum(begin + half, extent - 1), -1)
        further = (count > 0) & (~before(values, number) if right else before(number, values))
        begin = np.where(further, begin + half + 1, begin)
        count = np.where(further, count - half - 1, half)
    return begin.reshape(shape).astype(dtype)


def before(a, b):
    if a.dtype.kind in "iu":
        return a < b
    return (a < b) | (np.isnan(b) & ~np.isnan(a))
